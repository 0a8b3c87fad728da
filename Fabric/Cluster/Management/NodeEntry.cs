using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Supervision;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>
/// Represents what the manager knows of a node. Used on the manager's loop only, but for its heartbeats.
/// </summary>
/// <param name="description">The node.</param>
/// <param name="properties">The properties that it is given besides those of each node.</param>
/// <param name="time">The clock.</param>
internal sealed class NodeEntry(
    NodeDescription description, IReadOnlyDictionary<string, string> properties, TimeProvider time)
{
    internal NodeDescription Description { get; } = description;

    /// <summary>Gets the properties that it was given at the start.</summary>
    internal IReadOnlyDictionary<string, string> Given { get; } = properties;

    /// <summary>Gets the properties that placement constraints ask for: those of its description, and others.
    /// </summary>
    internal IReadOnlyDictionary<string, string> Properties { get; } =
        new Dictionary<string, string>(properties, StringComparer.Ordinal)
        {
            ["NodeName"] = description.Name,
            ["NodeType"] = description.Type,
            ["FaultDomain"] = description.FaultDomain,
            ["UpgradeDomain"] = description.UpgradeDomain,
        };

    internal string Name => Description.Name;

    internal ChildProcess? Process { get; set; }

    internal ControlLink? Link { get; set; }

    internal bool Up => Link is not null;

    /// <summary>Gets or sets since when the node has been up, or down; null: it was never up.</summary>
    internal DateTimeOffset? Since { get; set; }

    /// <summary>Gets or sets the replicas that the node found on its disk when it started last.</summary>
    internal FoundReplica[] Found { get; set; } = [];

    /// <summary>Gets or sets whether the node has reported what its disk holds.</summary>
    internal bool DiskKnown { get; set; }

    /// <summary>Gets or sets until when a test keeps the node stopped; null: it does not.</summary>
    internal DateTimeOffset? StoppedUntil { get; set; }

    /// <summary>Gets or sets whether the process has ended, and its hosts are being ended.</summary>
    internal bool IsEnding { get; set; }

    /// <summary>Gets or sets what ends when its state has been given up, which waits for the end of its hosts; null:
    /// nobody has asked for it.</summary>
    internal TaskCompletionSource? GivingUp { get; set; }

    internal int Starts { get; set; }

    internal Dictionary<string, HostEntry> Hosts { get; } = [];

    /// <summary>Gets the applications, by id, whose hosts there are ending: none is started before they have ended.
    /// </summary>
    internal HashSet<string> Ending { get; } = [];

    /// <summary>Gets how long the node has been silent; any thread.</summary>
    internal HeartbeatWatch Heartbeats { get; } = new(time);
}
