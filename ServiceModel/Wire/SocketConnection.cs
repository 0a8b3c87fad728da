using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Wire;

/// <summary>
/// Represents one socket and its buffers. One reader at a time; any number of writers under the gate.
/// </summary>
internal sealed partial class SocketConnection(Socket socket) : IDisposable
{
    private const int InputBytes = 8192;

    private byte[] _input = [];
    private int _start;
    private int _end;
    private int _aborted;

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
        ByteArrays.Return(_input);
        _input = [];
        _start = _end = 0;
    }

    private void MakeRoom()
    {
        if (_start == _end)
        {
            _start = _end = 0;
            // A long message is done: what follows is probably short.
            if (_input.Length > ByteArrays.PooledMax)
                _input = [];
        }

        if (_end < _input.Length)
            return;
        var count = _end - _start;
        if (_start > 0 && count <= _input.Length / 2)
        {
            Buffer.BlockCopy(_input, _start, _input, 0, count);
        }
        else
        {
            var larger = ByteArrays.Rent(Math.Max(InputBytes, _input.Length * 2));
            Buffer.BlockCopy(_input, _start, larger, 0, count);
            ByteArrays.Return(_input);
            _input = larger;
        }

        _start = 0;
        _end = count;
    }
}
