using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;

namespace SfPerf.ServiceModel.Wire;

internal sealed partial class DuplexSession
{
    /// <summary>Reads until the other side's End record.</summary>
    /// <returns>False when the other side closed the connection instead, after our End: the session ended well, yet
    /// the connection cannot be used again.</returns>
    /// <exception cref="CommunicationException">The session failed; the connection is no longer usable.</exception>
    /// <exception cref="XmlException">The session failed; the connection is no longer usable.</exception>
    internal async Task<bool> RunAsync()
    {
        try
        {
            while (true)
            {
                while (TryTakeRecord(out var envelope, out var isEnd))
                {
                    if (isEnd)
                        return true;
                    var work = Receive(envelope);
                    if (!work.IsCompletedSuccessfully)
                    {
                        _handler?.PassReady();
                        await work.ConfigureAwait(false);
                    }

                    var room = WaitsForRoom ? _connection.WaitForRoomAsync() : default;
                    if (room.IsCompletedSuccessfully)
                        continue;
                    _handler?.PassReady();
                    await room.ConfigureAwait(false);
                }

                _decoder.LetGo();
                if (Volatile.Read(ref _flushQueued) != 0)
                    _connection.Flush();
                if (!_connection.Took(await new ReadAhead(_connection.ReceiveAsync(), _handler)))
                    break;
            }
        }
        catch (Exception e) when (SocketConnection.IsBroken(e))
        {
            throw SocketConnection.Broken(e);
        }
        finally
        {
            _handler?.PassReady();
        }

        lock (_connection.Gate)
        {
            if (_endSent)
                return false;
        }

        throw new CommunicationException("The other side closed the connection without ending the session.");
    }

    private ValueTask Receive(ArraySegment<byte> envelope)
    {
        var message = _decoder.Read(envelope);
        if (message.RelatesTo is { IsSet: true } relatesTo)
        {
            // A reply nobody waits for any more came after its timeout: dropped.
            Calls.Take(relatesTo)?.Complete(message, _decoder.Reader);
            return default;
        }

        if ((message.IsFault || _handler is not { TakesRequests: true }) && Calls.TakeOnly() is { } only)
        {
            only.Complete(message, _decoder.Reader);
            return default;
        }

        return _handler?.OnRequestAsync(this, message, _decoder.Reader, _connection.Input.Length > 0) ?? default;
    }

    private bool TryTakeRecord(out ArraySegment<byte> envelope, out bool isEnd)
    {
        envelope = default;
        isEnd = false;
        var input = _connection.Input;
        if (input.IsEmpty)
        {
            Volatile.Write(ref _partialSince, 0);
            return false;
        }

        switch ((RecordKind)input[0])
        {
            case RecordKind.SizedEnvelope:
                break;
            case RecordKind.End:
                _connection.Consume(1);
                isEnd = true;
                return true;
            case RecordKind.Fault:
                return FramingFaults.Read(input[1..], "") is { } fault ? throw fault : Partial();
            default:
                throw new ProtocolException($"A record of kind 0x{input[0]:X2} cannot stand in a duplex session.");
        }

        if (!VarInt.TryRead(input[1..], out var size, out var used))
            return Partial();
        if (size > _settings.MessageBytesMax)
            throw new MessageTooLargeException(size, _settings.MessageBytesMax);
        if (size > input.Length - 1 - used)
            return Partial();
        envelope = _connection.InputSegment(1 + used, size);
        _connection.Consume(1 + used + size);
        var now = _time.GetTimestamp();
        Volatile.Write(ref _lastMessage, now);
        Volatile.Write(ref _partialSince, 0);
        return true;
    }

    private bool Partial()
    {
        if (Volatile.Read(ref _partialSince) == 0)
            Volatile.Write(ref _partialSince, _time.GetTimestamp());
        return false;
    }
}
