using System.Linq;

namespace SfPerf.Fabric.Control;

/// <summary>The kinds of commands to a replica.</summary>
internal enum ReplicaCommandKind
{
    /// <summary>Creates the replica object and opens it with its replicator.</summary>
    Open,

    /// <summary>Changes the role of the replicator, then of the replica.</summary>
    ChangeRole,

    /// <summary>
    /// Makes a new epoch durable, so that an older primary is refused, and asks how far the log reaches.
    /// </summary>
    Fence,

    /// <summary>Makes a new epoch durable, so that an older primary is refused.</summary>
    UpdateEpoch,

    /// <summary>
    /// Primary, before anybody reads or writes: tells the service that writes may be lost; it may restore a backup.
    /// </summary>
    DataLoss,

    /// <summary>Primary: copies the state to another replica.</summary>
    Build,

    /// <summary>Primary: ends the connection to a replica that no configuration names.</summary>
    RemoveReplica,

    /// <summary>Primary: takes both configurations and waits until a quorum of each has caught up.</summary>
    CatchUp,

    /// <summary>Primary: takes the current configuration alone, and serves.</summary>
    Activate,

    /// <summary>Primary: revokes writes, waits until the others have caught up, becomes a secondary.</summary>
    Demote,

    /// <summary>Aborts the replica, which keeps its state on disk.</summary>
    Abort,

    /// <summary>Closes the replica, which keeps its state on disk.</summary>
    Close,

    /// <summary>Closes the replica and deletes its state.</summary>
    Drop,
}

/// <summary>The role of a replica. The numbers are those of <c>System.Fabric.ReplicaRole</c>.</summary>
internal enum Role
{
    /// <summary>It was not told one since it opened.</summary>
    Unknown = 0,

    /// <summary>An instance of a stateless service, or a replica that is to be dropped.</summary>
    None = 1,

    /// <summary>It takes writes.</summary>
    Primary = 2,

    /// <summary>It gets a copy of the state and does not count yet.</summary>
    IdleSecondary = 3,

    /// <summary>It counts for quorums.</summary>
    ActiveSecondary = 4,
}

/// <summary>A command to one replica or instance; what a kind does not use is left at its default.</summary>
internal sealed record ReplicaCommand
{
    public required ReplicaCommandKind Kind { get; init; }

    /// <summary>
    /// Gets whether <see cref="ReplicaCommandKind.Open"/> expects no state (New) or its own (Existing).
    /// </summary>
    public bool New { get; init; }

    /// <summary>
    /// Gets whether <see cref="ReplicaCommandKind.Open"/> first brings back what is intact of a state set aside.
    /// </summary>
    public bool Salvage { get; init; }

    public FailoverEpoch Epoch { get; init; }

    public Role Role { get; init; }

    public ReplicaView? Target { get; init; }

    public ReplicaView[] Current { get; init; } = [];

    public ReplicaView[] Previous { get; init; } = [];

    /// <summary>Gets the size of a configuration below which writes are refused; 0: what the replica was opened with.
    /// </summary>
    public int MinReplicaSetSize { get; init; }

    /// <summary>Gets the majority of a configuration of that size, the primary included.</summary>
    internal static int WriteQuorum(int size) => size / 2 + 1;

    /// <summary>Gets how many of a configuration must answer so that every write quorum is represented.</summary>
    internal static int ReadQuorum(int size) => (size + 1) / 2;

    /// <summary>Gets whether another command asks the same of the primary about the same replicas. Epoch and addresses
    /// do not count: commands of one configuration are compared.</summary>
    internal bool AsksTheSameAs(ReplicaCommand? other) => other is not null && Kind == other.Kind
        && MinReplicaSetSize == other.MinReplicaSetSize
        && Current.Select(r => r.State).SequenceEqual(other.Current.Select(r => r.State))
        && Previous.Select(r => r.State).SequenceEqual(other.Previous.Select(r => r.State));

    public override string ToString() => Kind switch
    {
        ReplicaCommandKind.Open => $"open {(New ? "new" : Salvage ? "salvaged" : "existing")}",
        ReplicaCommandKind.ChangeRole => $"role {Role} epoch {Epoch}",
        ReplicaCommandKind.Fence => $"fence epoch {Epoch}",
        ReplicaCommandKind.UpdateEpoch => $"update epoch {Epoch}",
        ReplicaCommandKind.DataLoss => "data loss",
        ReplicaCommandKind.Build => $"build {Target}",
        ReplicaCommandKind.RemoveReplica => $"remove {Target}",
        ReplicaCommandKind.CatchUp => $"catch up cc {List(Current)} pc {List(Previous)}",
        ReplicaCommandKind.Activate => $"activate cc {List(Current)}",
        ReplicaCommandKind.Demote => $"demote cc {List(Current)}",
        _ => Kind.ToString().ToLowerInvariant(),
    };

    private static string List(ReplicaView[] replicas) => $"[{string.Join(' ', replicas.AsEnumerable())}]";
}

/// <summary>A replica as another one must know it.</summary>
internal sealed record ReplicaView
{
    public required long Id { get; init; }

    public required Role Role { get; init; }

    public required bool Up { get; init; }

    public string ReplicatorAddress { get; init; } = "";

    /// <summary>Gets whether a catch-up must wait for this replica whatever the quorum.</summary>
    public bool MustCatchUp { get; init; }

    /// <summary>Gets what decides whether the primary must be told again.</summary>
    internal (long Id, bool Up, bool MustCatchUp) State => (Id, Up, MustCatchUp);

    public override string ToString() => $"{Id}{(Up ? "" : "-")}{(MustCatchUp ? "!" : "")}";
}

/// <summary>A replica that has or may have state, and the node whose disk holds it.</summary>
internal sealed record ReplicaLocation(long Id, string Node);
