namespace SfPerf.Chaos.Checking;

/// <summary>Specifies whether the operations of one register have an order that explains all their results.</summary>
public enum RegisterVerdict
{
    /// <summary>They have one.</summary>
    Linearizable,

    /// <summary>They have none.</summary>
    Violated,

    /// <summary>The search reached its bound.</summary>
    Undecided,
}
