using System.Linq;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>A command to one replica or instance; what a kind does not use is left at its default.</summary>
internal sealed record ReplicaCommand
{
    public required ReplicaCommandKind Kind { get; init; }

    /// <summary>
    /// Gets whether <see cref="ReplicaCommandKind.Open"/> expects no state (New) or its own (Existing).
    /// </summary>
    public bool New { get; init; }

    public FailoverEpoch Epoch { get; init; }

    public string Role { get; init; } = "";

    public ReplicaView? Target { get; init; }

    public ReplicaView[] Current { get; init; } = [];

    public ReplicaView[] Previous { get; init; } = [];

    /// <summary>Gets the majority of a configuration of that size, the primary included.</summary>
    internal static int WriteQuorum(int size) => size / 2 + 1;

    /// <summary>Gets how many of a configuration must answer so that every write quorum is represented.</summary>
    internal static int ReadQuorum(int size) => (size + 1) / 2;

    public override string ToString() => Kind switch
    {
        ReplicaCommandKind.Open => $"open {(New ? "new" : "existing")}",
        ReplicaCommandKind.ChangeRole => $"role {Role} epoch {Epoch}",
        ReplicaCommandKind.Fence => $"fence epoch {Epoch}",
        ReplicaCommandKind.UpdateEpoch => $"update epoch {Epoch}",
        ReplicaCommandKind.DataLoss => "data loss",
        ReplicaCommandKind.Build => $"build {Target}",
        ReplicaCommandKind.CatchUp => $"catch up cc {List(Current)} pc {List(Previous)}",
        ReplicaCommandKind.Activate => $"activate cc {List(Current)}",
        ReplicaCommandKind.Demote => $"demote cc {List(Current)}",
        _ => Kind.ToString().ToLowerInvariant(),
    };

    private static string List(ReplicaView[] replicas) => $"[{string.Join(' ', replicas.AsEnumerable())}]";
}
