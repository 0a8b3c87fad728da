using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Wire;

internal sealed partial class SocketConnection
{
    private const int RoomMax = 1 << 20;
    private const int DrainBytesMax = 64 * 1024;

    private OutputBuffer _pending = new();
    private OutputBuffer _spare = new();
    private bool _sending;
    private TaskCompletionSource? _drained;

    /// <summary>Gets the lock over <see cref="Pending"/> and the encoder that fills it.</summary>
    internal Lock Gate { get; } = new();

    /// <summary>Gets the bytes not yet given to the kernel; guarded by <see cref="Gate"/>.</summary>
    internal OutputBuffer Pending => _pending;

    /// <summary>Gets the failure of an earlier send, or of an abort; guarded by <see cref="Gate"/>.</summary>
    internal Exception? Error { get; private set; }

    /// <summary>Sends what is pending, on this thread as far as the kernel takes it at once.</summary>
    internal void Flush()
    {
        lock (Gate)
        {
            if (_sending || _pending.Count == 0 || Error is not null)
                return;
            _sending = true;
        }

        SendLoop();
    }

    /// <summary>Ends at once while little is pending, else when the kernel has taken it.</summary>
    internal ValueTask WaitForRoomAsync()
    {
        lock (Gate)
        {
            if (_pending.Count < RoomMax || Error is not null)
                return default;
        }

        Flush();
        lock (Gate)
        {
            if (_pending.Count < RoomMax || !_sending || Error is not null)
                return default;
            _drained ??= new(TaskCreationOptions.RunContinuationsAsynchronously);
            return new(_drained.Task);
        }
    }

    /// <summary>Ends when everything written so far was given to the kernel.</summary>
    internal Task FlushAsync()
    {
        Flush();
        lock (Gate)
        {
            if (Error is not null)
                return Task.FromException(new CommunicationException("The connection failed.", Error));
            if (!_sending)
                return Task.CompletedTask;
            _drained ??= new(TaskCreationOptions.RunContinuationsAsynchronously);
            return _drained.Task;
        }
    }

    internal void ShutdownSend()
    {
        try
        {
            socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The other side was faster: there is nothing left to shut.
        }
    }

    /// <summary>Sends what is pending and ends our half, then reads a little of what the other side still sends: bytes
    /// left unread would make the kernel reset the connection, and what was sent be lost.</summary>
    internal async Task FinishAsync()
    {
        await FlushAsync().ConfigureAwait(false);
        ShutdownSend();
        for (var drained = 0; drained < DrainBytesMax;)
        {
            drained += Input.Length;
            Consume(Input.Length);
            if (!await FillAsync().ConfigureAwait(false))
                return;
        }
    }

    private void SendLoop()
    {
        while (TakeBatch(out var batch))
        {
            ValueTask<int> send;
            try
            {
                send = socket.SendAsync(batch.Written, SocketFlags.None, CancellationToken.None);
            }
            catch (Exception e) when (IsBroken(e))
            {
                FailSends(e);
                return;
            }

            if (!send.IsCompletedSuccessfully)
            {
                _ = SendSlowAsync(send, batch);
                return;
            }

#pragma warning disable VSTHRD002 // It has completed.
            if (send.GetAwaiter().GetResult() < batch.Count)
#pragma warning restore VSTHRD002
            {
                FailSends(new SocketException((int)SocketError.ConnectionReset));
                return;
            }
        }
    }

    private async Task SendSlowAsync(ValueTask<int> send, OutputBuffer batch)
    {
        try
        {
            if (await send.ConfigureAwait(false) < batch.Count)
                throw new SocketException((int)SocketError.ConnectionReset);
        }
        catch (Exception e) when (IsBroken(e))
        {
            FailSends(e);
            return;
        }

        SendLoop();
    }

    private bool TakeBatch(out OutputBuffer batch)
    {
        TaskCompletionSource? drained;
        lock (Gate)
        {
            // The socket names the array of its last send until the next: after a long one it is given an empty batch.
            var sentLong = ByteArrays.IsLong(_spare.Bytes);
            _spare.Clear();
            batch = _pending;
            if ((_pending.Count > 0 || sentLong) && Error is null)
            {
                (_pending, _spare) = (_spare, _pending);
                return true;
            }

            _sending = false;
            drained = _drained;
            _drained = null;
        }

        drained?.TrySetResult();
        return false;
    }

    private void FailSends(Exception error)
    {
        TaskCompletionSource? drained;
        lock (Gate)
        {
            Error ??= error;
            _sending = false;
            drained = _drained;
            _drained = null;
        }

        drained?.TrySetException(Broken(error));
    }
}
