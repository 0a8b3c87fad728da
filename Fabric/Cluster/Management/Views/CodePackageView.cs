namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>A code package on a node; only for this process.</summary>
internal sealed record CodePackageView
{
    public required string Name { get; init; }

    public required string Version { get; init; }

    /// <summary>Gets whether its program runs and, where it registers service types, has registered them.</summary>
    public required bool IsReady { get; init; }

    /// <summary>Gets what prepares the program; null where nothing does.</summary>
    public EntryPointView? Setup { get; init; }

    public required EntryPointView Main { get; init; }
}

/// <summary>A program of a code package on a node: its file, and its runs.</summary>
internal sealed record EntryPointView(string File, EntryPointRuns Runs);
