namespace SfPerf.Contracts;

/// <summary>The phases of a run, in order.</summary>
public static class PhaseNames
{
    /// <summary>Resolves the partitions and sends one operation to each.</summary>
    public const string Prepare = "prepare";

    /// <summary>Writes every item at least once.</summary>
    public const string Write = "write";

    /// <summary>Reads what was written.</summary>
    public const string Read = "read";

    /// <summary>Returns the name of a phase's warm-up, whose figures stand apart from the phase's.</summary>
    /// <param name="phase">The phase.</param>
    public static string WarmUp(string phase) => phase + "-warm-up";
}
