namespace SfPerf.Metrics.Statistics;

/// <summary>What a comparison says about the second side.</summary>
public enum Verdict
{
    /// <summary>The sample does not decide.</summary>
    Inconclusive = 0,

    /// <summary>The whole interval lies within the practical threshold: alike, as far as it matters.</summary>
    Same = 1,

    /// <summary>The whole interval lies beyond the practical threshold on the good side, and the test agrees.</summary>
    Improved = 2,

    /// <summary>The whole interval lies beyond the practical threshold on the bad side, and the test agrees.</summary>
    Regressed = 3,
}
