using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>Streamed transfer over connections: each request has a pooled connection to itself until its reply has
/// ended.</summary>
internal sealed class StreamedTransport(ConnectionPool pool, Uri via, WireSettings settings, TimeProvider time)
    : SessionlessTransport(settings)
{
    private readonly WireSettings _settings = settings;

    protected override async Task ExchangeAsync(OutputBuffer message, string action, PendingCall? call)
    {
        var pooled = await pool.TakeAsync(via, _settings, new Deadline(_settings.OpenTimeout, time))
            .ConfigureAwait(false);
        OutputBuffer? reply;
        bool hasEnded;
        try
        {
            await using var cut = Aborted.Register(() => pooled.Connection.Abort()).ConfigureAwait(false);
            await StreamedExchange.WriteAsync(pooled.Connection, message).ConfigureAwait(false);
            (reply, hasEnded) = await StreamedExchange.ReadAsync(
                pooled.Connection, _settings.MessageBytesMax, via.ToString()).ConfigureAwait(false);
        }
        catch
        {
            pooled.Connection.Abort();
            pooled.Connection.ReleaseInput();
            throw;
        }

        if (!hasEnded)
            pooled.Connection.Abort();
        pool.Return(pooled);
        if (call is null)
        {
            reply?.Release();
            return;
        }

        if (reply is null)
            throw new CommunicationException($"'{via}' ended the call without a reply.");
        try
        {
            Complete(call, reply, _settings.FramedEncoding, via);
        }
        finally
        {
            reply.Release();
        }
    }
}
