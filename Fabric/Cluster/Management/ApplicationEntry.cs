using System.Collections.Generic;
using System.Threading.Tasks;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>An application and what runs of it. Used on the manager's loop only.</summary>
internal sealed class ApplicationEntry(StoredApplication stored)
{
    /// <summary>Gets or sets what the state file holds of it.</summary>
    internal StoredApplication Stored { get; set; } = stored;

    internal ApplicationDefinition Definition => Stored.Definition;

    internal string Name => Stored.Definition.Name;

    internal string Id => Stored.Id;

    /// <summary>Gets or sets whether its partitions have begun; one of an earlier start has not at first.</summary>
    internal bool IsOpen { get; set; }

    /// <summary>Gets or sets why it could not be opened; empty when it could.</summary>
    internal string Problem { get; set; } = "";

    /// <summary>Gets the files to start for each package; filled when it is opened.</summary>
    internal Dictionary<string, CodeFiles[]> Programs { get; } = [];

    internal List<PartitionEntry> Partitions { get; } = [];

    /// <summary>Gets the partitions that have a first primary, which the state file does not say yet.</summary>
    internal HashSet<System.Guid> Created { get; } = [];

    /// <summary>Gets the deployments that wait for it.</summary>
    internal List<ReadyWait> Waits { get; } = [];
}

/// <summary>A deployment that waits until its application is ready.</summary>
/// <param name="kept">Whether the application is of an earlier start. It is ready with a quorum in each partition: what
/// one replica lacks is built beside.</param>
internal sealed class ReadyWait(bool kept)
{
    private volatile bool _allServe;

    internal bool Kept => kept;

    internal TaskCompletionSource Done { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Gets or sets whether each partition serves; read on any thread.</summary>
    internal bool AllServe
    {
        get => _allServe;
        set => _allServe = value;
    }
}
