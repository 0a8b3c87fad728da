using System;
using System.Collections.Generic;

namespace SfPerf.DevCluster.Gateway;

// Settable, not init-only: the generated reader sets each init-only property, those left out to null.
internal sealed record DeployRequest
{
    public string Package { get; set; } = "";

    public string? Profile { get; set; }

    public string? Application { get; set; }

    public Dictionary<string, string> Parameters { get; set; } = [];

    public string Overwrite { get; set; } = "IfChanged";

    public double TimeoutSeconds { get; set; } = 30;
}

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record UploadRequest
{
    public string Source { get; set; } = "";

    public string Name { get; set; } = "";
}

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record ImageName
{
    public string Name { get; set; } = "";
}

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record ApplicationTypeName
{
    public string Name { get; set; } = "";

    public string Version { get; set; } = "";
}

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record ApplicationRequest
{
    public string Name { get; set; } = "";

    public string TypeName { get; set; } = "";

    public string TypeVersion { get; set; } = "";

    public Dictionary<string, string> Parameters { get; set; } = [];

    public double TimeoutSeconds { get; set; } = 30;
}

internal sealed record DeployAnswer(string Application, bool Changed, double Seconds);

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record RemoveRequest
{
    public string Application { get; set; } = "";
}

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
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

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record SchemeRequest
{
    public string Kind { get; set; } = "Singleton";

    public int Count { get; set; } = 1;

    public string LowKey { get; set; } = "0";

    public string HighKey { get; set; } = "0";

    public string[] Names { get; set; } = [];
}

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record ServiceName
{
    public string Name { get; set; } = "";
}

internal sealed record ServiceAnswer(string Name);

internal sealed record RemoveAnswer(string Application, double Seconds);

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record KillRequest
{
    public string? Node { get; set; }

    public string? Primary { get; set; }

    public Guid? PartitionId { get; set; }
}

internal sealed record KillAnswer(int[] Killed);

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record MoveRequest
{
    public string Service { get; set; } = "";

    public Guid? PartitionId { get; set; }

    public string? Node { get; set; }
}

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record DataLossRequest
{
    public Guid OperationId { get; set; }

    public string Mode { get; set; } = "";
}

/// <remarks>Set, not init: the serializer would overwrite the default of an init property that is not sent.</remarks>
internal sealed record HealthRequest
{
    public string Kind { get; set; } = "";

    public string Application { get; set; } = "";

    public string Service { get; set; } = "";

    public Guid Partition { get; set; }

    public string Replica { get; set; } = "0";

    public string Node { get; set; } = "";

    public string ServicePackage { get; set; } = "";

    public string SourceId { get; set; } = "";

    public string Property { get; set; } = "";

    public string State { get; set; } = "";

    public string Description { get; set; } = "";

    public string SequenceNumber { get; set; } = "0";

    public double TimeToLiveSeconds { get; set; }

    public bool RemoveWhenExpired { get; set; }
}

internal sealed record HealthAnswer(bool Taken);

internal sealed record MoveAnswer(Guid PartitionId, string From, string To);

internal sealed record RecoverAnswer(Guid Partition);

internal sealed record ResetAnswer(double Seconds);

internal sealed record StopAnswer(int Pid);

internal sealed record ErrorBody(ErrorDetail Error);

internal sealed record ErrorDetail(string Code, string Message);

/// <summary>Why a request is refused before it is routed.</summary>
internal sealed record Refusal(int Status, string Code, string Message);
