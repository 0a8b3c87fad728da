using System.Collections.Concurrent;
using System.Threading;

namespace SfPerf.LoadGenerator.Verification;

/// <summary>Arrays of exact length, kept for the next write of the same size.</summary>
internal sealed class BufferPool
{
    private const int KeptMax = 4096;
    private readonly ConcurrentDictionary<int, Shelf> _shelves = new();
    private Shelf _last = new(0);

    internal byte[] Rent(int length) => ShelfFor(length).Take() ?? new byte[length];

    internal void Return(byte[] buffer) => ShelfFor(buffer.Length).Put(buffer);

    private Shelf ShelfFor(int length)
    {
        var last = _last;
        return last.Length == length ? last : _last = _shelves.GetOrAdd(length, static l => new Shelf(l));
    }

    private sealed class Shelf(int length)
    {
        private readonly Lock _gate = new();
        private byte[][] _kept = new byte[64][];
        private int _count;

        internal int Length => length;

        internal byte[]? Take()
        {
            lock (_gate)
                return _count == 0 ? null : _kept[--_count];
        }

        internal void Put(byte[] buffer)
        {
            lock (_gate)
            {
                if (_count == KeptMax)
                    return;
                if (_count == _kept.Length)
                    System.Array.Resize(ref _kept, _count * 2);
                _kept[_count++] = buffer;
            }
        }
    }
}
