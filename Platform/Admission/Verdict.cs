namespace SfPerf.Platform.Admission;

/// <summary>Specifies what a policy says of a new connection.</summary>
public enum Verdict
{
    /// <summary>The peer's user may connect.</summary>
    Admitted,

    /// <summary>The peer's user is another one, or is unknown: it may connect with the token only.</summary>
    NeedsToken,

    /// <summary>The peer may not connect.</summary>
    Refused,
}
