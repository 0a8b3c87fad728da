using System;

namespace SfPerf.Fabric.Gateway;

// Requests have properties that are set, not init: the generated reader would set an init property that is not sent to
// its type's default, and so lose the one that is written here.

/// <summary>Describes what POST /Cluster/Kill takes: a node, or a service whose primary is meant.</summary>
internal sealed record KillRequest
{
    public string? Node { get; set; }

    public string? Primary { get; set; }

    public Guid? PartitionId { get; set; }
}

/// <summary>The processes that were killed.</summary>
internal sealed record KillAnswer(int[] Killed);

/// <summary>Describes what POST /Cluster/MovePrimary takes.</summary>
internal sealed record MoveRequest
{
    public string Service { get; set; } = "";

    public Guid? PartitionId { get; set; }

    public string? Node { get; set; }
}

/// <summary>The nodes of the old and the new primary.</summary>
internal sealed record MoveAnswer(Guid PartitionId, string From, string To);

/// <summary>Describes what POST /Partitions/{id}/$/StartDataLoss takes.</summary>
internal sealed record DataLossRequest
{
    public Guid OperationId { get; set; }

    public string Mode { get; set; } = "";
}

/// <summary>Describes what POST /Health/Report takes.</summary>
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

/// <summary>Answers a report of health: it is taken unless it is older than the one that is kept.</summary>
internal sealed record HealthAnswer(bool Taken);

/// <summary>The partition whose missing replicas were given up.</summary>
internal sealed record RecoverAnswer(Guid Partition);

/// <summary>Answers a reset with how long it took.</summary>
internal sealed record ResetAnswer(double Seconds);

/// <summary>The process of the manager, the last one to end.</summary>
internal sealed record StopAnswer(int Pid);

/// <summary>The body of each answer that is no success.</summary>
internal sealed record ErrorBody(ErrorDetail Error);

/// <summary>Describes what was wrong: a code of Service Fabric, and a sentence.</summary>
internal sealed record ErrorDetail(string Code, string Message);
