using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// Overwritten versions, for the writes to come: a write of a key that is there makes no new object that stays, and so
/// gives the collector nothing to move, and no reference from an old object to a new one to look for. Any thread.
/// </summary>
internal sealed class SpareVersions<TValue>
{
    private const int CountMax = 128;

    private readonly Lock _gate = new();
    private readonly Version<TValue>[] _spares = new Version<TValue>[CountMax]; // guarded by _gate
    private int _count;                                                         // guarded by _gate

    /// <summary>Takes a version that no other code can reach; a new one if there is none.</summary>
    internal Version<TValue> Take()
    {
        lock (_gate)
        {
            if (_count > 0)
                return _spares[--_count];
        }
        return new Version<TValue>();
    }

    /// <summary>Puts a version that no other code can reach any more.</summary>
    internal void Put(Version<TValue> version)
    {
        version.Clear();
        lock (_gate)
        {
            if (_count < CountMax)
                _spares[_count++] = version;
        }
    }
}
