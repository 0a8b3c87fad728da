namespace SfPerf.LoadGenerator.Verification;

/// <summary>
/// Numbers the writes of one item or queue from 1 and tells, as each begins, below which number all have ended.
/// Not thread safe.
/// </summary>
internal struct WritesUnderWay
{
    // Writes under way are kept in two generations. The earlier one only drains; when it is empty the current one takes
    // its place. So every version below the start of the oldest generation has ended, at a cost that does not depend on
    // how many writes are under way.
    private int _currentCount;
    private int _earlierCount;
    private int _generation;
    private long _currentFrom;
    private long _earlierFrom;

    /// <summary>The number of the write that began last; 0 before the first.</summary>
    internal long LastVersion;

    /// <summary>Begins a write.</summary>
    /// <returns>Its number, the number below which all writes have ended, and what <see cref="End"/> wants.</returns>
    internal (long Version, long EndedBelow, int Generation) Begin()
    {
        var version = ++LastVersion;
        if (_earlierCount == 0)
        {
            (_earlierFrom, _earlierCount) = (_currentFrom, _currentCount);
            (_currentFrom, _currentCount) = (version, 0);
            _generation++;
        }
        _currentCount++;
        return (version, _earlierCount > 0 ? _earlierFrom : _currentFrom, _generation);
    }

    /// <summary>A write has ended, well or not.</summary>
    internal void End(int generation)
    {
        if (generation == _generation)
            _currentCount--;
        else
            _earlierCount--;
    }
}
