using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>The published averages of single inserts in milliseconds, of three windows each: SDK 1.x within a worker
/// role of 2011 against Azure Table storage. The cell with both factors off was not measured.</summary>
internal static class PublishedInserts
{
    private static readonly Dictionary<(bool Nagle, bool Expect), double[]> Averages = new()
    {
        [(true, true)] = [208.475, 213.608, 207.101],
        [(true, false)] = [218.12, 217.817, 215.147],
        [(false, true)] = [38.974, 38.227, 37.488],
    };

    /// <summary>Gets how much faster the published inserts were without Nagle's algorithm.</summary>
    public static double NagleRatio => Averages[(true, true)].Average() / Averages[(false, true)].Average();

    /// <summary>Gets the published average without Expect: 100-continue in that with it.</summary>
    public static double ExpectRatio => Averages[(true, false)].Average() / Averages[(true, true)].Average();

    /// <summary>Returns the mean of the windows; null where none was published. Requests left in two segments, as
    /// <see cref="InsertCell.Split"/> has them.</summary>
    public static double? Find(InsertCell cell) =>
        cell is { Split: true, Entities: 1 } && Averages.TryGetValue((cell.Nagle, cell.Expect), out var windows)
            ? windows.Average() : null;
}
