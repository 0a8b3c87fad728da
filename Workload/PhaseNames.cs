using System;

namespace SfPerf.Workload;

/// <summary>The phases of a run, in order.</summary>
public static class PhaseNames
{
    /// <summary>Resolves the partitions and sends one operation to each.</summary>
    public const string Prepare = "prepare";

    /// <summary>Writes every item once, where the write phase itself may miss some.</summary>
    public const string Load = "load";

    /// <summary>Writes every item at least once.</summary>
    public const string Write = "write";

    /// <summary>Reads what was written.</summary>
    public const string Read = "read";

    /// <summary>Operations of several kinds at once; its results are named <c>mixed-read</c> and so on.</summary>
    public const string Mixed = "mixed";

    /// <summary>Returns the name of a phase's warm-up, whose figures stand apart from the phase's.</summary>
    /// <param name="phase">The phase.</param>
    public static string WarmUp(string phase) => phase + "-warm-up";

    /// <summary>Returns whether a result is of what was to be measured: no preparation, load or warm-up.</summary>
    /// <param name="result">The result's name: a phase's, or that of one of its kinds of operations.</param>
    public static bool IsMeasured(string result)
    {
        ArgumentNullException.ThrowIfNull(result);
        return result is not (Prepare or Load) && !result.Contains(WarmUp(""), StringComparison.Ordinal);
    }
}
