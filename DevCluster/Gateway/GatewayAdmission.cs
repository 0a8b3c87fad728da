using System;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using SfPerf.Platform.Admission;
using SfPerf.Platform.Logging;

namespace SfPerf.DevCluster.Gateway;

/// <summary>
/// Judges each connection of the gateway once, by its peer's user, or over https by its certificate. Requests on one
/// that is not admitted get 403, unless they carry the token.
/// </summary>
internal sealed class GatewayAdmission(AdmissionPolicy policy, EventLog log)
{
    private const string Scheme = "Bearer ";
    private const int StrangersMax = 64;
    private readonly Refusals _refusals = new(log, TimeProvider.System);
    private int _strangers;

    /// <summary>Adds the judgement to a listening address.</summary>
    internal void AddTo(ListenOptions listen) => listen.Use(next => connection => JudgeAsync(connection, next));

    /// <summary>Gets why a request is refused; null when it may go on.</summary>
    internal Refusal? Check(HttpContext context)
    {
        if (context.Features.Get<ClientProof>() is { } proof)
            return proof.Check(context);
        if (context.Features.Get<Stranger>() is not { } stranger)
            return null;
        var header = context.Request.Headers.Authorization.ToString();
        if (stranger.MayProve && header.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase)
            && policy.Accepts(Encoding.UTF8.GetBytes(header[Scheme.Length..].Trim())))
        {
            return null;
        }

        _refusals.Note($"the gateway, {context.Connection.LocalIpAddress}:{context.Connection.LocalPort}");
        context.Response.Headers.Connection = "close";
        return new(StatusCodes.Status403Forbidden, "E_ACCESSDENIED", "This user may not use the cluster, which another "
            + "one started. It admits others by --allow-user, or by the token that --token makes, in the header "
            + "Authorization: Bearer.");
    }

    private async Task JudgeAsync(ConnectionContext connection, ConnectionDelegate next)
    {
        var socket = connection.Features.Get<IConnectionSocketFeature>()?.Socket;
        var verdict = socket is null ? Verdict.Refused : policy.Judge(socket);
        if (verdict == Verdict.Admitted)
        {
            await next(connection).ConfigureAwait(false);
            return;
        }
        try
        {
            // Strangers must not use up the descriptors and the memory of the others.
            if (Interlocked.Increment(ref _strangers) > StrangersMax)
                return;
            connection.Features.Set(new Stranger(MayProve: verdict == Verdict.NeedsToken));
            await next(connection).ConfigureAwait(false);
        }
        finally
        {
            Interlocked.Decrement(ref _strangers);
        }
    }

    private sealed record Stranger(bool MayProve);
}
