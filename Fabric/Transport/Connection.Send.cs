using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.Fabric.Transport;

public sealed partial class Connection : IThreadPoolWorkItem
{
    private const int CloseReasonBytesMax = 1024;
    private const int BufferBytesKept = 1 << 20;
    private readonly Lock _sendGate = new();
    private byte[] _filling;                    // guarded by _sendGate
    private byte[]? _spare;                     // guarded by _sendGate
    private int _filled;                        // guarded by _sendGate
    private int _unsent;                        // guarded by _sendGate: bytes of the buffer being written
    private bool _sending;                      // guarded by _sendGate: one thread writes, or will
    private bool _wanted;                       // guarded by _sendGate: what is queued shall leave now
    private long _writes;                       // guarded by _sendGate
    private bool _receiveEnded;                 // guarded by _sendGate
    private TaskCompletionSource? _spaceFreed;  // guarded by _sendGate

    /// <summary>Gets how many bytes wait to be written.</summary>
    public int QueuedBytes
    {
        get
        {
            lock (_sendGate)
                return _filled + _unsent;
        }
    }

    /// <summary>Gets how often something was written: a write takes all that is queued.</summary>
    public long WriteCount
    {
        get
        {
            lock (_sendGate)
                return _writes;
        }
    }

    /// <summary>Queues one frame and sees that it leaves. Any thread; frames leave in the order of the calls.</summary>
    /// <param name="head">The frame's first part. Copied before this method returns.</param>
    /// <param name="body">The frame's second part. Copied before this method returns.</param>
    /// <exception cref="ArgumentException">The frame is longer than allowed.</exception>
    public SendResult TrySend(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body = default)
    {
        var result = TryQueue(head, body);
        if (result != SendResult.Taken)
            return result;
        if (Environment.CurrentManagedThreadId == _receiveThreadId)
            _hasOwnFrames = true;
        else
            Push();
        return result;
    }

    /// <summary>As <see cref="TrySend"/>, but leaves the writing to a later <see cref="Flush"/> or send.</summary>
    /// <param name="head">The frame's first part. Copied before this method returns.</param>
    /// <param name="body">The frame's second part. Copied before this method returns.</param>
    /// <exception cref="ArgumentException">The frame is longer than allowed.</exception>
    public SendResult TryQueue(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        var length = head.Length + body.Length;
        if (length > _options.FrameBytesMax)
            throw new ArgumentException($"A frame of {length} bytes; {_options.FrameBytesMax} are allowed.");
        if (CloseReason is not null)
            return SendResult.Closed;
        lock (_sendGate)
        {
            var total = FramePrefixBytes + length;
            if (_filled + _unsent > 0 && _filled + _unsent + (long)total > _options.SendQueueBytesMax)
                return SendResult.Full;
            var target = Reserve(total);
            BinaryPrimitives.WriteInt32LittleEndian(target, length);
            head.CopyTo(target[FramePrefixBytes..]);
            body.CopyTo(target[(FramePrefixBytes + head.Length)..]);
            _filled += total;
        }
        return SendResult.Taken;
    }

    /// <summary>As <see cref="TrySend"/>, but waits for room in the queue.</summary>
    /// <exception cref="ConnectionClosedException">The connection is closed; whether the frame arrived is
    /// unknown.</exception>
    public ValueTask SendAsync(
        ReadOnlyMemory<byte> head, ReadOnlyMemory<byte> body, CancellationToken cancellationToken) =>
        TrySend(head.Span, body.Span) == SendResult.Taken
            ? default
            : SendSlowAsync(head, body, cancellationToken);

    /// <summary>
    /// Writes what is queued, now, on this thread, unless another one is writing: needed after <see cref="TryQueue"/>,
    /// and by the receive thread inside a long handler call: then also what it gathered on other connections.
    /// </summary>
    public void Flush()
    {
        if (Environment.CurrentManagedThreadId == _receiveThreadId)
            _gathered.Flush();
        if (TryBeginWriting())
            WriteAll(mayBlock: false);
    }

    void IThreadPoolWorkItem.Execute() => WriteAll(mayBlock: false);

    private void Push()
    {
        if (!_options.DeferSends)
        {
            Flush();
            return;
        }
        if (!GatheredSends.TryAdd(this) && TryBeginWriting())
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    // Whoever writes already goes on with what is queued now.
    private bool TryBeginWriting()
    {
        lock (_sendGate)
        {
            if (_filled == 0)
                return false;
            _wanted = true;
            if (_sending)
                return false;
            return _sending = true;
        }
    }

    private async ValueTask SendSlowAsync(
        ReadOnlyMemory<byte> head, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        while (true)
        {
            // The receive thread's own frames wait for the end of its batch; they must not wait for themselves.
            Flush();
            Task freed;
            lock (_sendGate)
                freed = (_spaceFreed ??= new(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            // Asked again after registering: the space may have been freed, or the connection closed, in between.
            switch (TrySend(head.Span, body.Span))
            {
                case SendResult.Taken:
                    return;
                case SendResult.Closed:
                    throw CloseReason!;
            }
            await freed.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private Span<byte> Reserve(int bytes)
    {
        if (_filling.Length - _filled < bytes)
        {
            var larger = ArrayPool<byte>.Shared.Rent(Math.Max(_filling.Length * 2, _filled + bytes));
            Buffer.BlockCopy(_filling, 0, larger, 0, _filled);
            Recycle(_filling);
            _filling = larger;
        }
        return _filling.AsSpan(_filled, bytes);
    }

    // The two buffers of a busy connection stay with it; only unusually large ones go back to the pool.
    private void Recycle(byte[] buffer)
    {
        if (buffer.Length <= BufferBytesKept && buffer.Length > (_spare?.Length ?? 0))
            (buffer, _spare) = (_spare ?? [], buffer);
        if (buffer.Length > BufferBytes)
            ArrayPool<byte>.Shared.Return(buffer);
    }

    // Runs while _sending is set, which only one thread at a time may do.
    private void WriteAll(bool mayBlock)
    {
        while (TakeFilled() is { Count: > 0 } batch)
        {
            if (!Write(batch, batch, mayBlock))
                return;
        }
        DisposeSocketIfIdle();
    }

    private ArraySegment<byte> TakeFilled()
    {
        lock (_sendGate)
        {
            // Frames that were only queued meanwhile are not sent one by one: they wait for their own flush.
            if (_filled == 0 || !_wanted || CloseReason is not null)
            {
                _sending = false;
                return default;
            }
            _wanted = false;
            _writes++;
            var batch = new ArraySegment<byte>(_filling, 0, _filled);
            _filling = _spare ?? new byte[BufferBytes];
            _spare = null;
            _unsent = _filled;
            _filled = 0;
            return batch;
        }
    }

    // Returns false when the rest was handed to a thread that may block.
    private bool Write(ArraySegment<byte> batch, ArraySegment<byte> rest, bool mayBlock)
    {
        while (rest.Count > 0 && CloseReason is null)
        {
            var error = SendSome(ref rest, mayBlock);
            if (error is SocketError.Success or SocketError.Interrupted)
                continue;
            if (error == SocketError.WouldBlock)
            {
                HandToSendThread(batch, rest);
                return false;
            }
            Close($"sending failed: {error}");
        }
        Written(batch);
        return true;
    }

    private SocketError SendSome(ref ArraySegment<byte> rest, bool mayBlock)
    {
        try
        {
            // A caller's thread is never held by a peer that does not read; a thread of its own takes over then.
            var error = SocketError.Success;
            int sent;
            if (mayBlock || !UnixSocket.IsSupported)
                sent = _socket.Send(rest, SocketFlags.None, out error);
            else
                error = UnixSocket.TrySend(_socket, rest, out sent);
            rest = rest[sent..];
            return error;
        }
        catch (ObjectDisposedException)
        {
            return SocketError.Shutdown;
        }
    }

    private void Written(ArraySegment<byte> batch)
    {
        TaskCompletionSource? freed;
        lock (_sendGate)
        {
            _unsent = 0;
            Recycle(batch.Array!);
            (freed, _spaceFreed) = (_spaceFreed, null);
        }
        freed?.TrySetResult();
    }

    private void HandToSendThread(ArraySegment<byte> batch, ArraySegment<byte> rest)
    {
        void Run()
        {
            Write(batch, rest, mayBlock: true);
            WriteAll(mayBlock: true);
        }
        new Thread(Run, ThreadStackBytes) { IsBackground = true, Name = "send" }.UnsafeStart();
    }

    private bool TrySendCloseReason(string reason)
    {
        lock (_sendGate)
        {
            if (_sending || _receiveThreadId == 0)
                return false;
            _sending = true;
        }
        Span<byte> frame = stackalloc byte[FramePrefixBytes + CloseReasonBytesMax];
        Encoding.UTF8.TryGetBytes(reason.AsSpan(0, Math.Min(reason.Length, CloseReasonBytesMax / 4)),
            frame[FramePrefixBytes..], out var bytes);
        BinaryPrimitives.WriteInt32LittleEndian(frame, bytes | int.MinValue);
        try
        {
            if (UnixSocket.IsSupported)
                UnixSocket.TrySend(_socket, frame[..(FramePrefixBytes + bytes)], out _);
            else
                _socket.Send(frame[..(FramePrefixBytes + bytes)], SocketFlags.None, out _);
        }
        catch (ObjectDisposedException)
        {
            // It is too late to send the reason.
        }
        lock (_sendGate)
            _sending = false;
        DisposeSocketIfIdle();
        return true;
    }

    private void FailWaitingSenders(ConnectionClosedException reason)
    {
        TaskCompletionSource? waiting;
        lock (_sendGate)
            (waiting, _spaceFreed) = (_spaceFreed, null);
        waiting?.TrySetException(reason);
    }

    // The descriptor goes when neither direction uses it any more, so that its number is never another file's
    // meanwhile.
    private void DisposeSocketIfIdle()
    {
        lock (_sendGate)
        {
            if (!_receiveEnded || _sending)
                return;
        }
        _socket.Dispose();
    }
}
