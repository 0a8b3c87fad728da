namespace SfPerf.Fabric.Gateway;

// Set, not init: ClusterMessages.cs says why.

/// <summary>Describes what POST /Services/Create takes: a service as it shall be created, or as it was.</summary>
internal sealed record ServiceRequest
{
    public string Application { get; set; } = "";

    public string Name { get; set; } = "";

    public string TypeName { get; set; } = "";

    public bool Stateful { get; set; }

    public SchemeRequest Scheme { get; set; } = new();

    public int TargetReplicaSetSize { get; set; }

    public int MinReplicaSetSize { get; set; }

    public int QuorumLossWaitSeconds { get; set; }

    public int ReplicaRestartWaitSeconds { get; set; }

    public int InstanceCount { get; set; }

    public byte[] InitializationData { get; set; } = [];

    public string PlacementConstraints { get; set; } = "";

    /// <summary>Gets or sets whether the state is on disk; null in a request that leaves it to the type.</summary>
    public bool? HasPersistedState { get; set; }
}

/// <summary>Specifies how a service is cut into partitions.</summary>
internal sealed record SchemeRequest
{
    public string Kind { get; set; } = "Singleton";

    public int Count { get; set; } = 1;

    public string LowKey { get; set; } = "0";

    public string HighKey { get; set; } = "0";

    public string[] Names { get; set; } = [];
}

/// <summary>Describes what POST /Services/Delete takes.</summary>
internal sealed record ServiceName
{
    public string Name { get; set; } = "";
}

/// <summary>The name of what was created or deleted.</summary>
internal sealed record ServiceAnswer(string Name);
