namespace SfPerf.Chaos.Histories;

/// <summary>Specifies what is known of an operation that has ended.</summary>
public enum Outcome
{
    /// <summary>It was acknowledged: it took effect between its begin and its end.</summary>
    Ok,

    /// <summary>It was refused: it never takes effect.</summary>
    Fail,

    /// <summary>It may have taken effect, may do so at any later time, or never.</summary>
    Unknown,
}
