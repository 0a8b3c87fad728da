using System.Buffers;
using System.Threading;

namespace SfPerf.Fabric.Log.GroupCommit;

/// <summary>Memory that records are gathered in. It lives until the records in it are written and released.</summary>
internal sealed class LogChunk
{
    internal const int Bytes = 256 << 10;
    private readonly LogChunkPool _pool;
    private int _references = 1;

    internal LogChunk(LogChunkPool pool, int bytes)
    {
        _pool = pool;
        Buffer = bytes <= Bytes ? new byte[Bytes] : ArrayPool<byte>.Shared.Rent(bytes);
    }

    internal byte[] Buffer { get; private set; }

    internal int Filled { get; set; }

    internal int Free => Buffer.Length - Filled;

    internal void Reuse() => (_references, Filled) = (1, 0);

    internal void AddReference() => Interlocked.Increment(ref _references);

    internal void Release()
    {
        if (Interlocked.Decrement(ref _references) != 0)
            return;
        if (Buffer.Length == Bytes)
        {
            _pool.Return(this);
            return;
        }
        ArrayPool<byte>.Shared.Return(Buffer);
        Buffer = [];
    }
}
