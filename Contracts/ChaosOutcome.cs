namespace SfPerf.Contracts;

/// <summary>Specifies what a service knows of a transaction.</summary>
public enum ChaosOutcome
{
    /// <summary>It was committed, or it only read.</summary>
    Done,

    /// <summary>It ended before its commit began: it never takes effect.</summary>
    NotDone,

    /// <summary>Its commit failed: it may have taken effect, or may yet.</summary>
    Unknown,
}
