using System.Collections.Generic;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// Overwritten versions, for the writes to come: a write of a key that is there makes no new object that stays, and so
/// gives the collector nothing to move, and no reference from an old object to a new one to look for. Any thread.
/// </summary>
internal sealed class SpareVersions<TValue>
{
    private const int CountMax = 128;
    private const int BytesMax = 1 << 20;

    private readonly Lock _gate = new();
    private readonly Stack<Version<TValue>> _spares = new(); // guarded by _gate
    private int _byteCount;                                  // guarded by _gate; of their slots

    /// <summary>Takes a version that no other code can reach; a new one if there is none.</summary>
    internal Version<TValue> Take()
    {
        lock (_gate)
        {
            if (_spares.TryPop(out var spare))
            {
                _byteCount -= spare.SlotBytes;
                return spare;
            }
        }
        return new Version<TValue>();
    }

    /// <summary>Puts a version that no other code can reach any more.</summary>
    internal void Put(Version<TValue> version)
    {
        lock (_gate)
        {
            var isKept = _spares.Count < CountMax;
            version.Clear(isKept ? BytesMax - _byteCount : 0);
            if (!isKept)
                return;
            _byteCount += version.SlotBytes;
            _spares.Push(version);
        }
    }
}
