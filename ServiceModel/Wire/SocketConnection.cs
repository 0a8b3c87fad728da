using System.Buffers;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Wire;

/// <summary>One socket and its buffers. One reader at a time; any number of writers under the gate.</summary>
internal sealed class SocketConnection(Socket socket) : IDisposable
{
    private const int InputBytes = 8192;
    private const int RoomMax = 1 << 20;

    private byte[] _input = [];
    private int _start;
    private int _end;
    private OutputBuffer _pending = new();
    private OutputBuffer _spare = new();
    private bool _sending;
    private TaskCompletionSource? _drained;
    private int _aborted;

    /// <summary>Gets the lock over <see cref="Pending"/> and the encoder that fills it.</summary>
    internal Lock Gate { get; } = new();

    /// <summary>Gets the bytes not yet given to the kernel; guarded by <see cref="Gate"/>.</summary>
    internal OutputBuffer Pending => _pending;

    /// <summary>Gets the failure of an earlier send, or of an abort; guarded by <see cref="Gate"/>.</summary>
    internal Exception? Error { get; private set; }

    internal ReadOnlySpan<byte> Input => _input.AsSpan(_start, _end - _start);

    internal bool IsAborted => Volatile.Read(ref _aborted) != 0;

    internal Socket Socket => socket;

    internal ArraySegment<byte> InputSegment(int offset, int count) => new(_input, _start + offset, count);

    internal void Consume(int count) => _start += count;

    /// <summary>Waits for more input and keeps what is there. The array grows with the bytes that came, never with
    /// a size somebody claims.</summary>
    /// <returns>False at the end of the stream.</returns>
    internal async ValueTask<bool> FillAsync()
    {
        try
        {
            return Took(await ReceiveAsync().ConfigureAwait(false));
        }
        catch (Exception e) when (IsBroken(e))
        {
            throw Broken(e);
        }
    }

    /// <summary>The bare step of <see cref="FillAsync"/>: <see cref="Took"/> must follow, and what is thrown may be
    /// <see cref="Broken"/>.</summary>
    internal ValueTask<int> ReceiveAsync()
    {
        MakeRoom();
        return socket.ReceiveAsync(_input.AsMemory(_end), SocketFlags.None, CancellationToken.None);
    }

    internal bool Took(int count)
    {
        _end += count;
        return count > 0;
    }

    internal static bool IsBroken(Exception e) => e is SocketException or ObjectDisposedException;

    internal static CommunicationException Broken(Exception e) => new($"The connection broke: {e.Message}", e);

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

    /// <summary>Closes the socket; whoever waits on it gets an exception. May be called at any time.</summary>
    internal void Abort(Exception? reason = null)
    {
        if (Interlocked.Exchange(ref _aborted, 1) != 0)
            return;
        socket.Dispose();
        FailSends(reason ?? new CommunicationException("The connection was aborted."));
    }

    public void Dispose() => Abort();

    /// <summary>Gives the buffers back. Only the reader calls this, when it has read its last.</summary>
    internal void ReleaseInput()
    {
        if (_input.Length > 0)
            ArrayPool<byte>.Shared.Return(_input);
        _input = [];
        _start = _end = 0;
    }

    private void MakeRoom()
    {
        if (_start == _end)
            _start = _end = 0;
        if (_end < _input.Length)
            return;
        var count = _end - _start;
        if (_start > 0 && count <= _input.Length / 2)
        {
            Buffer.BlockCopy(_input, _start, _input, 0, count);
        }
        else
        {
            var larger = ArrayPool<byte>.Shared.Rent(Math.Max(InputBytes, _input.Length * 2));
            Buffer.BlockCopy(_input, _start, larger, 0, count);
            if (_input.Length > 0)
                ArrayPool<byte>.Shared.Return(_input);
            _input = larger;
        }

        _start = 0;
        _end = count;
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
            _spare.Clear();
            batch = _pending;
            if (_pending.Count > 0 && Error is null)
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
