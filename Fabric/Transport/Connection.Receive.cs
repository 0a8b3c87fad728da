using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;
using System.Threading;

namespace SfPerf.Fabric.Transport;

public sealed partial class Connection
{
    private const int BufferBytes = 64 << 10;
    private static readonly TimeSpan LingerTime = TimeSpan.FromSeconds(1);
    private volatile bool _lingers;
    private byte[] _receiveBuffer;
    private int _receiveThreadId;
    private bool _hasOwnFrames;                 // the receive thread's own: it has sent some on this connection
    private readonly GatheredSends _gathered = new();
    private readonly ReceivePolling _polling;
    private Func<Connection, IFrameHandler>? _accept;

    private void ReceiveAll()
    {
        var start = 0;
        var end = 0;
        while (true)
        {
            if (!_polling.TryReceive(_socket, _receiveBuffer.AsSpan(end), out var received, out var error))
                received = _socket.Receive(_receiveBuffer.AsSpan(end), SocketFlags.None, out error);
            if (error == SocketError.Interrupted)
                continue;
            if (_reason is not null || error != SocketError.Success)
                throw new ConnectionClosedException($"Receiving from {RemoteEndPoint} failed: {error}.");
            if (received == 0)
                return;
            _polling.Received();
            end += received;
            using (_gathered.Begin())
                HandFrames(ref start, end);
            MakeRoom(ref start, ref end);
        }
    }

    private void HandFrames(ref int start, int end)
    {
        var handed = false;
        while (end - start >= FramePrefixBytes)
        {
            var length = BinaryPrimitives.ReadInt32LittleEndian(_receiveBuffer.AsSpan(start));
            if (length < 0)
            {
                if (ReadCloseReason(length, start, end))
                    break;
                continue;
            }
            if (length > _options.FrameBytesMax)
            {
                throw new ConnectionClosedException(
                    $"The peer {RemoteEndPoint} announced a frame of {length} bytes; "
                    + $"{_options.FrameBytesMax} are allowed.");
            }

            if (end - start - FramePrefixBytes < length)
                break;
            _handler!.OnFrame(this, _receiveBuffer.AsMemory(start + FramePrefixBytes, length));
            start += FramePrefixBytes + length;
            handed = true;
        }
        if (!handed)
            return;
        _handler!.OnFramesEnd(this);
        if (!_hasOwnFrames)
            return;
        _hasOwnFrames = false;
        Flush();
    }

    // The buffer grows as bytes arrive, never by what the length field merely promises.
    private void MakeRoom(ref int start, ref int end)
    {
        var kept = end - start;
        if (kept == 0 && _receiveBuffer.Length > BufferBytes)
        {
            ReturnReceiveBuffer();
            _receiveBuffer = new byte[BufferBytes];
        }
        else if (start > 0)
        {
            if (kept > 0)
                Buffer.BlockCopy(_receiveBuffer, start, _receiveBuffer, 0, kept);
        }
        else if (end == _receiveBuffer.Length)
        {
            var larger = ArrayPool<byte>.Shared.Rent(_receiveBuffer.Length * 2);
            Buffer.BlockCopy(_receiveBuffer, 0, larger, 0, end);
            ReturnReceiveBuffer();
            _receiveBuffer = larger;
        }
        (start, end) = (0, kept);
    }

    private void ReturnReceiveBuffer()
    {
        if (_receiveBuffer.Length > BufferBytes)
            ArrayPool<byte>.Shared.Return(_receiveBuffer);
        _receiveBuffer = [];
    }

    // For the receive thread's own reasons. Closing while the peer still sends would reset the connection, and the
    // reset could overtake the reason: so what comes is read and thrown away until the peer has seen it, or the time
    // is over.
    private void CloseAndLinger(string reason, ConnectionClosedException exception)
    {
        _lingers = true;
        var told = Interlocked.CompareExchange(ref _reason, exception, null) is null && TrySendCloseReason(reason);
        FailWaitingSenders(exception);
        if (told)
            Drain();
        Shutdown();
    }

    private void Drain()
    {
        try
        {
            _socket.Shutdown(SocketShutdown.Send);
            var start = _options.Time.GetTimestamp();
            while (_options.Time.GetElapsedTime(start) is var passed && passed < LingerTime)
            {
                _socket.ReceiveTimeout = Math.Max(1, (int)(LingerTime - passed).TotalMilliseconds);
                if (_socket.Receive(_receiveBuffer, SocketFlags.None, out var error) == 0
                    && error is not SocketError.Interrupted)
                {
                    return;
                }
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The peer is gone: there is nobody to send the reason to.
        }
    }

    // A negative length announces the reason why the peer closes. Returns true while the reason is not complete.
    private bool ReadCloseReason(int length, int start, int end)
    {
        var bytes = length & int.MaxValue;
        if (bytes > CloseReasonBytesMax)
            throw new ConnectionClosedException($"The peer {RemoteEndPoint} sent a broken frame length {length}.");
        if (end - start - FramePrefixBytes < bytes)
            return true;
        var text = Encoding.UTF8.GetString(_receiveBuffer, start + FramePrefixBytes, bytes);
        throw new ConnectionClosedException($"The peer {RemoteEndPoint} closed the connection: {text}.");
    }
}
