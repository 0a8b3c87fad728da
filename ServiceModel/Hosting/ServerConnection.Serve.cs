using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

internal sealed partial class ServerConnection
{
    private async Task<bool> ServeInTurnAsync(EndpointListener endpoint)
    {
        // While it waits for its turn it stays among the pending: these are limited, then the backlog fills.
        await endpoint.SessionThrottle.EnterAsync().ConfigureAwait(false);
        try
        {
            return await ServeSessionAsync(endpoint).ConfigureAwait(false);
        }
        finally
        {
            _session = null;
            endpoint.SessionThrottle.Release();
        }
    }

    private async Task ServeSingletonAsync(EndpointListener endpoint)
    {
        var settings = endpoint.Settings;
        LeavePending();
        Acknowledge();
        OutputBuffer? request;
        Volatile.Write(ref _preambleSince, _time.GetTimestamp());
        try
        {
            (request, _) = await StreamedExchange.ReadAsync(_connection, settings.MessageBytesMax, "")
                .ConfigureAwait(false);
        }
        catch (MessageTooLargeException)
        {
            await RefuseAsync(FramingFaults.MaxMessageSizeExceeded).ConfigureAwait(false);
            throw;
        }

        Volatile.Write(ref _preambleSince, 0);
        using var call = new SessionlessCall(endpoint.Engine!);
        try
        {
            if (request is not null)
                await call.RunAsync(request, settings.FramedEncoding, action: null).ConfigureAwait(false);
        }
        catch (ServerTooBusyException)
        {
            Volatile.Write(ref _preambleSince, _time.GetTimestamp());
            await RefuseAsync(FramingFaults.ServerTooBusy).ConfigureAwait(false);
            throw;
        }

        Volatile.Write(ref _preambleSince, _time.GetTimestamp());
        StayUnused();
        await StreamedExchange.WriteAsync(_connection, call.Answer).ConfigureAwait(false);
    }

    private void Acknowledge()
    {
        lock (_connection.Gate)
            _connection.Pending.WriteByte((byte)RecordKind.PreambleAck);
        _connection.Flush();
    }

    private async Task<bool> ServeSessionAsync(EndpointListener endpoint)
    {
        var dispatcher = new SessionDispatcher(endpoint.Engine!, null);
        var session = new DuplexSession(_connection, endpoint.Settings, dispatcher, _time) { WaitsForRoom = true };
        Exception? failure = null;
        _dispatcher = dispatcher;
        _session = session;
        try
        {
            Acknowledge();
            LeavePending();
            if (!await session.RunAsync().ConfigureAwait(false))
                return false;
            session.Calls.Close(new CommunicationException("The client has ended the session."));
            await dispatcher.WhenIdle().ConfigureAwait(false);
            StayUnused();
            await session.SendEndAsync().ConfigureAwait(false);
            return true;
        }
        catch (MessageTooLargeException e)
        {
            failure = e;
            await session.FaultAsync(FramingFaults.MaxMessageSizeExceeded, endpoint.Settings.SendTimeout)
                .ConfigureAwait(false);
            throw;
        }
        catch (Exception e)
        {
            failure = e;
            throw;
        }
        finally
        {
            dispatcher.Close(failure);
        }
    }

    private static async Task EndHalfAsync(DuplexSession session, SessionDispatcher dispatcher)
    {
        try
        {
            await dispatcher.WhenIdle().ConfigureAwait(false);
            await session.SendEndAsync().ConfigureAwait(false);
        }
        catch (CommunicationException)
        {
            // The connection broke, which ends the session as well.
        }
    }
}
