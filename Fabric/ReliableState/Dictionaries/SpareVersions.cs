using SfPerf.Platform;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// Overwritten versions, for the writes to come: a write of a key that is there makes no new object that stays, and so
/// gives the collector nothing to move, and no reference from an old object to a new one to look for. Any thread.
/// </summary>
internal sealed class SpareVersions<TValue>
{
    private const int SlotBytesMax = 8 * 1024; // the longest that a version keeps for its next value
    private const int CountMax = 128;
    private readonly HandedBack<Version<TValue>> _spares = new(CountMax);

    /// <summary>Takes a version that no other code can reach; a new one if there is none.</summary>
    internal Version<TValue> Take()
    {
        var version = _spares.Take(out var next);
        // The next write copies its value there: the slot is in no cache, because another thread has let go of it.
        next?.Prefetch();
        return version ?? new Version<TValue>();
    }

    /// <summary>Puts a version that no other code can reach any more.</summary>
    internal void Put(Version<TValue> version)
    {
        version.Clear(SlotBytesMax);
        if (!_spares.TryPut(version))
            version.Clear(0);
    }
}
