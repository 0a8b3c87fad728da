namespace SfPerf.Contracts;

/// <summary>The targets a load driver knows, by the names of TargetServiceType.</summary>
public static class TargetNames
{
    /// <summary>A partitioned service with the contract <see cref="ISfDictionary"/>.</summary>
    public const string SfDictionary = "SfDictionary";

    /// <summary>A partitioned service of actors with the contract <see cref="ISfActor"/>.</summary>
    public const string SfActor = "SfActor";
}
