using System;
using System.CommandLine;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using SfPerf.Client.Cluster;
using SfPerf.Commands;
using SfPerf.Platform;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf cluster certificate</c>: makes a certificate for development, of a cluster and its client alike.
/// </summary>
internal static class ClusterCertificateCommand
{
    private const string FileName = "sfperf-cluster";
    private const string Endpoint = "https://localhost:19443";

    public static Command Build(Terminal terminal)
    {
        var output = new Option<string?>("--out", "-o")
        {
            Description = "Folder of the files; without it: the user's own folder (SFPERF_HOME).", HelpName = "DIR",
        };
        var hosts = new Option<string[]>("--host")
        {
            Description = "A name or address that the cluster is reached by, besides localhost, 127.0.0.1 and ::1. May "
                + "be repeated.",
            HelpName = "NAME", DefaultValueFactory = _ => [],
        };
        var pfx = new Option<bool>("--pfx")
        {
            Description = "Writes a .pfx file, too, without a password: for browsers and the certificate store.",
        };
        var force = new Option<bool>("--force") { Description = "Replaces files that are there." };
        var command = new Command("certificate",
            "Makes a certificate for development, of the https gateway and of a client.")
        {
            output, hosts, pfx, force,
        };
        command.SetAction(parsed => Paths.Guard(() =>
        {
            var names = parsed.GetRequiredValue(hosts);
            if (Array.Find(names, n => !IPAddress.TryParse(n, out var _) && Uri.CheckHostName(n) != UriHostNameType.Dns)
                is { } wrong)
            {
                throw new SfPerfException(ExitCode.BadParameters,
                    $"--host is '{wrong}'. Allowed: the name or the IP address of a host, without a port.");
            }

            var folder = parsed.GetValue(output) is { Length: > 0 } given ? Path.GetFullPath(given)
                : Locations.CertificatesFolder();
            var pem = Path.Combine(folder, FileName + ".pem");
            string[] files = parsed.GetValue(pfx) ? [pem, Path.Combine(folder, FileName + ".pfx")] : [pem];
            if (!parsed.GetValue(force) && files.FirstOrDefault(File.Exists) is { } there)
            {
                throw new SfPerfException(ExitCode.BadParameters,
                    $"{there} is there already: who trusts it would not trust another one. --force replaces it.");
            }

            PrivateFiles.CreateFolder(folder);
            using var certificate = DevelopmentCertificate.Make(names, TimeProvider.System);
            foreach (var file in files)
                DevelopmentCertificate.Write(certificate, file);
            Say(terminal, certificate, files);
            return (int)ExitCode.Ok;
        }));
        return command;
    }

    // The thumbprint alone is the output, for scripts.
    private static void Say(Terminal terminal, X509Certificate2 certificate, string[] files)
    {
        var (pem, print) = (files[0], certificate.Thumbprint);
        terminal.Out.WriteLine(print);
        terminal.Error.WriteLine($"{string.Join(" and ", files)}: certificate and private key, for this user alone, "
            + $"until {certificate.NotAfter.ToUniversalTime():yyyy-MM-dd}. Next:");
        terminal.Error.WriteLine($"  sfperf cluster start --certificate {pem} --client-admin {print}");
        terminal.Error.WriteLine(
            $"  sfperf deploy PACKAGE --endpoint {Endpoint} --cert {pem} --server-thumbprint {print}");
        terminal.Error.WriteLine($"  curl --cacert {pem} --cert {pem} '{Endpoint}/Nodes?api-version=6.0'");
    }
}
