using System;

namespace SfPerf.Metrics.Statistics;

/// <summary>Searches the largest rate that still satisfies a bound: doubles until one fails, then halves the gap until
/// it is small. Each rate is tried up to three times; the majority decides. Decides only; others measure.</summary>
public sealed class CapacitySearch
{
    private const int Majority = 2;
    private readonly double _tolerance;
    private readonly double _highest;
    private double _passed;
    private double _failed = double.PositiveInfinity;
    private int _passes;
    private int _failures;

    /// <summary>Makes a search.</summary>
    /// <param name="from">The first rate.</param>
    /// <param name="highest">The highest rate that is tried.</param>
    /// <param name="tolerance">The share of the rate at which the gap is small enough.</param>
    public CapacitySearch(double from, double highest, double tolerance)
    {
        if (!(from > 0) || !(highest >= from))
            throw new ArgumentOutOfRangeException(nameof(from), from, $"more than 0, at most {highest}");
        if (tolerance is <= 0 or >= 1)
            throw new ArgumentOutOfRangeException(nameof(tolerance), tolerance, "more than 0, less than 1");
        (_tolerance, _highest, Rate) = (tolerance, highest, from);
    }

    /// <summary>Gets the rate to try next.</summary>
    public double Rate { get; private set; }

    /// <summary>Gets whether the search has ended.</summary>
    public bool Ended { get; private set; }

    /// <summary>Gets the largest rate that passed; 0 when none did.</summary>
    public double Largest => _passed;

    /// <summary>Gets the smallest rate that failed; infinite when none did.</summary>
    public double SmallestFailed => _failed;

    /// <summary>Gets about how many rates are yet to be tried, each twice or thrice; null while only the first end of
    /// the gap is known.</summary>
    public int? RatesLeft => _passed == 0 || double.IsInfinity(_failed) ? null
        : Ended ? 0 : Math.Max(1, (int)Math.Ceiling(Math.Log2((_failed - _passed) / _passed / _tolerance)));

    /// <summary>Takes the outcome of one try at <see cref="Rate"/>.</summary>
    public void Report(bool passed)
    {
        if (Ended)
            throw new InvalidOperationException("The search has ended.");
        if (passed)
            _passes++;
        else
            _failures++;
        if (_passes == Majority)
            (_passed, _passes, _failures) = (Rate, 0, 0);
        else if (_failures == Majority)
            (_failed, _passes, _failures) = (Rate, 0, 0);
        else
            return;
        Choose();
    }

    private void Choose()
    {
        if (double.IsInfinity(_failed))
        {
            Ended = _passed >= _highest;
            Rate = Math.Min(_passed * 2, _highest);
        }
        else if (_passed == 0)
        {
            // Even the first rate was too much: go down, but not for ever.
            Rate = _failed / 2;
            Ended = Rate < 1;
        }
        else
        {
            Ended = (_failed - _passed) / _passed <= _tolerance;
            Rate = (_passed + _failed) / 2;
        }
    }
}
