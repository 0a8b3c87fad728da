using System;
using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using SfPerf.DevCluster.Security;
using SfPerf.Platform.Admission;
using SfPerf.Platform.Logging;

namespace SfPerf.DevCluster.Gateway;

/// <summary>
/// The https port of the gateway. The handshake asks for a client certificate and admits everybody: who has shown none
/// that is known is told so by a status, as Service Fabric's gateway does.
/// </summary>
internal sealed class SecureDoor(GatewaySecurity security, EventLog log)
{
    private static readonly TimeSpan HandshakeLimit = TimeSpan.FromSeconds(5);
    private readonly Newcomers _newcomers = new();
    private readonly Refusals _refusals = new(log, TimeProvider.System);

    /// <summary>Adds the handshake to a listening address.</summary>
    internal void AddTo(ListenOptions listen)
    {
        listen.Use(next => connection => AwaitProofAsync(connection, next));
        listen.UseHttps(new TlsHandshakeCallbackOptions
        {
            HandshakeTimeout = HandshakeLimit,
            OnConnection = context => new(Options(context.Connection)),
        });
    }

    private async Task AwaitProofAsync(ConnectionContext connection, ConnectionDelegate next)
    {
        _newcomers.Enter(connection);
        try
        {
            await next(connection).ConfigureAwait(false);
        }
        finally
        {
            _newcomers.Leave(connection);
        }
    }

    private SslServerAuthenticationOptions Options(BaseConnectionContext connection)
    {
        var current = security.Certificate.Current();
        return new()
        {
            ServerCertificateContext = current.Context,
            EnabledSslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13,
            ClientCertificateRequired = true,
            CertificateChainPolicy = ClientJudge.Offline(),
            RemoteCertificateValidationCallback = (_, certificate, chain, _) =>
            {
                var proof = new ClientProof(security.Clients, current.Certificate, _refusals);
                proof.Take(certificate as X509Certificate2, chain?.ChainPolicy.ExtraStore ?? []);
                connection.Features.Set(proof);
                if (proof.Role != ClientRole.None)
                    _newcomers.Leave((ConnectionContext)connection);
                return true;
            },
            // One handshake a connection, and a whole one: whoever comes is judged by the certificate of now.
            AllowRenegotiation = false,
            AllowTlsResume = false,
        };
    }
}
