using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Cluster.Management.Reported;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>A partition and its decisions. Used on the manager's loop only.</summary>
internal sealed class PartitionEntry(ApplicationEntry application, Guid id, ServiceDefinition service,
    PartitionKey key, IPartition machine, long version, ReplicaPauses pauses)
{
    internal ApplicationEntry Application { get; } = application;

    internal Guid Id { get; } = id;

    /// <summary>Gets or sets what its service is; an update changes it.</summary>
    internal ServiceDefinition Service { get; set; } = service;

    internal PartitionKey Key { get; } = key;

    internal IPartition Machine { get; } = machine;

    internal PartitionSnapshot Snapshot { get; set; } = machine.Snapshot;

    /// <summary>Gets or sets the number of the present endpoints; grows with every change.</summary>
    internal long Version { get; set; } = version;

    /// <summary>Gets or sets a task source that ends with the next change of the snapshot.</summary>
    internal TaskCompletionSource Changed { get; set; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Gets or sets whether the partition was published as one in quorum loss.</summary>
    internal bool HasLostQuorum { get; set; }

    /// <summary>Gets or sets how often the partition fell into quorum loss.</summary>
    internal int QuorumLosses { get; set; }

    /// <summary>Gets what tells the changes of the published states.</summary>
    internal PartitionWatch Watch { get; } = new(NameOf(id, service));

    /// <summary>Gets the running waits for the restart of a replica.</summary>
    internal Dictionary<long, ITimer> RestartWaits { get; } = [];

    /// <summary>Gets how long each replica must pause before it is opened again.</summary>
    internal ReplicaPauses Pauses { get; } = pauses;

    /// <summary>Gets the replicas that have lost their state since the manager started: node and reason.</summary>
    internal List<(long Replica, string Node, string Reason)> Losses { get; } = [];

    /// <summary>Gets what was brought back of damaged replicas since the manager started, by replica.</summary>
    internal Dictionary<long, string> Salvaged { get; } = [];

    /// <summary>Gets what replicas fail at and try again, by replica and what it is.</summary>
    internal Dictionary<(long Replica, string What), (string Node, string Reason)> Troubles { get; } = [];

    /// <summary>Gets what the replicas reported of their load.</summary>
    internal ReplicaLoads Loads { get; } = new();

    /// <summary>Gets what people call the partition: its service, and the beginning of its id where there are several.
    /// </summary>
    internal string Name => NameOf(Id, Service);

    private static string NameOf(Guid id, ServiceDefinition service)
    {
        var name = service.Name[(service.Name.LastIndexOf('/') + 1)..];
        return service.Scheme.Count == 1 ? name : $"{name} {id.ToString()[..8]}";
    }
}
