using System;
using System.IO;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.TestKit;

namespace SfPerf.EndToEnd.Tests.Deploying;

/// <summary>A cluster of three nodes that stays, with a gateway over https that admits one client.</summary>
internal sealed class SecuredCluster : IDisposable
{
    private SecuredCluster(
        string address, TestCertificate server, TestCertificate client, string clientFile, string gateway) =>
        (Address, Server, Client, ClientFile, Gateway) = (address, server, client, clientFile, gateway);

    /// <summary>Gets its address over https.</summary>
    internal string Address { get; }

    /// <summary>Gets that without certificates.</summary>
    internal string Gateway { get; }

    internal TestCertificate Server { get; }

    /// <summary>Gets the certificate of the client that may do everything.</summary>
    internal TestCertificate Client { get; }

    internal string ClientFile { get; }

    /// <summary>Gets the options by which it is reached.</summary>
    internal string[] Options =>
        ["--endpoint", Address, "--cert", ClientFile, "--server-thumbprint", Server.Thumbprint];

    internal static async Task<SecuredCluster> StartAsync(Sfperf sfperf)
    {
        var server = TestCertificate.Make("CN=cluster.test");
        var client = TestCertificate.Make("CN=client.test");
        var file = client.Write(Path.Combine(sfperf.Folder, "client.pem"));
        var started = await sfperf.RunAsync(0, "cluster", "start", "--nodes", "3", "--gateway-port", "0",
            "--client-port", "0", "--reverse-proxy-port", "0", "--https-port", "0", "--certificate",
            server.Write(Path.Combine(sfperf.Folder, "server.pem")), "--client-admin", client.Thumbprint);
        return new SecuredCluster(Regex.Match(started.Output, @"https://[0-9.]+:[0-9]+").Value, server, client, file,
            Regex.Match(started.Output, @"http://[0-9.]+:[0-9]+").Value);
    }

    public void Dispose()
    {
        Server.Dispose();
        Client.Dispose();
    }
}
