using System;
using System.Fabric;
using System.IO;
using System.Threading;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Replication.Core;

/// <summary>
/// Decides for one replica: which records it takes, cuts, acknowledges, commits and may apply, and which epochs it
/// obeys. Message in, decision out: no lock, no socket, no task, no clock.
/// </summary>
/// <remarks>
/// One caller at a time: in a process the <see cref="Replicator"/>, under its gate; in the tests a simulation. Any
/// thread may read <see cref="Role"/>, <see cref="IsClosed"/>, <see cref="AppliedLsn"/>, <see cref="HasCaughtUp"/> and
/// <see cref="ReadStatus"/>. What a decision says is done by the driver, which then reports it done
/// (<see cref="Appended"/>, <see cref="Received"/>, <see cref="Cut"/>): what fails in between leaves the core as it
/// was.
/// </remarks>
internal sealed class ReplicaCore
{
    private readonly CoreRules _rules;
    private readonly EpochHistory _history = new();
    private volatile ReplicaRole _role = ReplicaRole.Unknown;
    private volatile bool _closed;
    private long _appliedLsn;

    /// <param name="minReplicaSetSize">The size of a configuration below which writes are refused.</param>
    /// <param name="leaseTicks">How long a heartbeat that was answered grants reads, from its sending.</param>
    /// <param name="rules">Another set of rules than the one there is; only a test has one.</param>
    internal ReplicaCore(int minReplicaSetSize, long leaseTicks, CoreRules? rules = null)
    {
        _rules = rules ?? CoreRules.Default;
        Term = new PrimaryTerm(minReplicaSetSize, leaseTicks, _rules);
    }

    /// <summary>Gets this replica's term as a primary; of a replica that is none, the last one.</summary>
    internal PrimaryTerm Term { get; }

    internal ReplicaRole Role => _role;

    internal bool IsClosed => _closed;

    /// <summary>Gets the last LSN appended to the own log.</summary>
    internal long LastLsn { get; private set; }

    /// <summary>Gets the last LSN that the own log holds durably.</summary>
    internal long FlushedLsn { get; private set; }

    /// <summary>Gets the highest LSN known to be committed; it may be above <see cref="FlushedLsn"/>.</summary>
    internal long CommittedLsn { get; private set; }

    /// <summary>Gets the last LSN applied.</summary>
    internal long AppliedLsn => Volatile.Read(ref _appliedLsn);

    /// <summary>Gets how far the state may be applied.</summary>
    internal long ApplicableLsn => _rules.Applicable(CommittedLsn, FlushedLsn, LastLsn);

    /// <summary>Gets the newest epoch accepted durably.</summary>
    internal LogEpoch AcceptedEpoch { get; private set; }

    /// <summary>Gets whether the replica ever held everything that was committed when it joined.</summary>
    internal bool IsComplete { get; private set; }

    /// <summary>Gets the primary's connection that counts; null while there is none.</summary>
    internal PrimaryConnection? Connection { get; private set; }

    /// <summary>Gets the history of the whole log.</summary>
    internal ProgressVector History => _history.UpTo(LastLsn);

    /// <summary>Gets what an election compares.</summary>
    internal (long LastLsn, LogEpoch Epoch, long CommittedLsn) Progress
    {
        get
        {
            var last = _rules.Voted(FlushedLsn, LastLsn);
            return (last, last == LastLsn ? _history.LastEpoch : _history.EpochOf(last), Math.Min(CommittedLsn, last));
        }
    }

    /// <summary>Gets what this replica has still to do, in records.</summary>
    internal Backlog Backlog
    {
        get
        {
            var unapplied = Math.Max(0, CommittedLsn - AppliedLsn);
            return _closed ? default
                : _role != ReplicaRole.Primary ? new Backlog(0, 0, unapplied)
                : new Backlog(Math.Max(0, LastLsn - CommittedLsn), LastLsn - Term.LeastFlushed(LastLsn), unapplied);
        }
    }

    // The first LSN of the term is set before the role: whoever sees the role sees that LSN.
    internal bool HasCaughtUp => _role != ReplicaRole.Primary || AppliedLsn >= Term.FirstLsn;

    internal PartitionAccessStatus WriteStatus
    {
        get
        {
            if (_role != ReplicaRole.Primary || _closed || Term.IsFenced)
                return PartitionAccessStatus.NotPrimary;
            if (!Term.IsConfigured || AppliedLsn < Term.FirstLsn)
                return PartitionAccessStatus.ReconfigurationPending;
            return Term.HasWriteQuorum ? PartitionAccessStatus.Granted : PartitionAccessStatus.NoWriteQuorum;
        }
    }

    /// <summary>Gets whether this is a primary that knows its configuration and of no newer epoch.</summary>
    internal bool MayCommit =>
        _role == ReplicaRole.Primary && !_closed && Term.IsConfigured && !Term.IsFenced;

    internal ProgressVector HistoryUpTo(long lsn) => _history.UpTo(Math.Min(lsn, LastLsn));

    /// <summary>Gets whether reads are granted at a timestamp. The clock is read after the role.</summary>
    internal PartitionAccessStatus ReadStatus(TimeProvider time)
    {
        if (_role != ReplicaRole.Primary || _closed || Term.IsFenced)
            return PartitionAccessStatus.NotPrimary;
        return HasCaughtUp && time.GetTimestamp() < Term.LeaseEnd
            ? PartitionAccessStatus.Granted
            : PartitionAccessStatus.ReconfigurationPending;
    }

    /// <summary>The replica's record is durable as given here.</summary>
    internal void Promised(LogEpoch acceptedEpoch, bool isComplete) =>
        (AcceptedEpoch, IsComplete) = (acceptedEpoch, isComplete);

    /// <summary>Continues a log that was read from the disk.</summary>
    internal void Recovered(ProgressVector history, long appliedLsn)
    {
        _history.Restart(history);
        LastLsn = FlushedLsn = history.LastLsn;
        CommittedLsn = appliedLsn;
        Volatile.Write(ref _appliedLsn, appliedLsn);
    }

    /// <summary>
    /// The log was replaced: nothing but this history is held, all of it flushed and committed. It is applied once
    /// <see cref="Applied"/> says so.
    /// </summary>
    internal void Replaced(ProgressVector history)
    {
        _history.Restart(history);
        LastLsn = FlushedLsn = CommittedLsn = history.LastLsn;
    }

    internal void Applied(long lsn) => Volatile.Write(ref _appliedLsn, lsn);

    /// <returns>False: it was closed before.</returns>
    internal bool TryClose()
    {
        if (_closed)
            return false;
        _closed = true;
        Connection = null;
        return true;
    }

    /// <summary>
    /// Obeys an epoch from here on. The driver makes it durable, reports it by <see cref="Promised"/> and ends the
    /// connection that is returned; nothing of an older epoch is acknowledged meanwhile.
    /// </summary>
    /// <exception cref="ArgumentException">A newer epoch was accepted before.</exception>
    internal PrimaryConnection? Fence(LogEpoch epoch)
    {
        if (epoch < AcceptedEpoch)
            throw new ArgumentException($"Epoch {epoch} is older than {AcceptedEpoch}, which was accepted.");
        if (_role == ReplicaRole.Primary)
            Term.Fence(epoch);
        return Connection is not null && !_rules.Admits(Connection.Epoch, epoch) ? Disconnect() : null;
    }

    /// <summary>Opens a term; the driver appends the record that opens it. False: the term is open.</summary>
    internal bool TryBeginTerm(LogEpoch epoch, out PrimaryConnection? ended)
    {
        ended = null;
        if (_role == ReplicaRole.Primary && Term.Epoch == epoch)
            return false;
        ended = Disconnect();
        Term.Begin(epoch, LastLsn + 1, _role == ReplicaRole.Primary);
        _role = ReplicaRole.Primary;
        return true;
    }

    /// <summary>Becomes what is no primary.</summary>
    /// <returns>The connection to be ended, if any.</returns>
    internal PrimaryConnection? LeaveTerm(ReplicaRole role)
    {
        _role = role;
        return role == ReplicaRole.None ? Disconnect() : null;
    }

    /// <summary>Gets the head of the next record of this primary.</summary>
    internal LogRecord Next(LogRecordType type, uint payloadCrc) =>
        new(type, Term.Epoch, LastLsn + 1, CommittedLsn, payloadCrc, default);

    /// <summary>A record of this primary's is in the own log.</summary>
    internal void Appended(in LogRecord record)
    {
        LastLsn = record.Lsn;
        _history.Append(record.Epoch, record.Lsn);
    }

    /// <summary>The own log holds everything up to this LSN durably.</summary>
    internal CoreActions Flushed(long lastLsn)
    {
        FlushedLsn = lastLsn;
        return Connection is { IsMatched: true }
            ? new CoreActions(Connection, _rules.Acknowledged(lastLsn, LastLsn), AdvanceCommitPoint())
            : new CoreActions(SendCommitPoint: AdvanceCommitPoint());
    }

    /// <summary>A secondary has flushed everything up to this LSN.</summary>
    /// <returns>False: it came on a connection that does not count.</returns>
    internal bool Acknowledged(
        SecondaryProgress secondary, int connection, long flushedLsn, out CoreActions actions)
    {
        actions = default;
        if (secondary.Connection != connection || flushedLsn > LastLsn)
            return false;
        secondary.FlushedLsn = Math.Max(secondary.FlushedLsn, flushedLsn);
        actions = new CoreActions(SendCommitPoint: AdvanceCommitPoint());
        return true;
    }

    /// <summary>From here on a write needs a quorum of these configurations.</summary>
    internal CoreActions Configured(ReplicaSet current, ReplicaSet? previous)
    {
        Term.Configure(current, previous);
        return new CoreActions(SendCommitPoint: AdvanceCommitPoint());
    }

    /// <summary>Says how a secondary that has reported its history is caught up.</summary>
    /// <param name="firstLsn">The first LSN that the own log still holds.</param>
    /// <param name="accepted">The newest epoch that the secondary has accepted.</param>
    /// <param name="history">The secondary's history.</param>
    /// <param name="appliedLsn">What it cannot take back.</param>
    internal CatchUpDecision CatchUp(long firstLsn, LogEpoch accepted, ProgressVector history, long appliedLsn)
    {
        Term.Fence(accepted);
        return _rules.CatchUp(History, firstLsn, history, appliedLsn);
    }

    /// <summary>Makes a primary's connection the one that counts.</summary>
    /// <param name="connection">Of a primary whose epoch is accepted durably: see
    /// <see cref="AcceptedEpoch"/>.</param>
    /// <param name="epoch">The epoch of that primary.</param>
    /// <param name="replaced">The connection to be ended, if any.</param>
    /// <returns>Null, or why it is refused.</returns>
    internal string? Join(PrimaryConnection connection, LogEpoch epoch, out PrimaryConnection? replaced)
    {
        replaced = null;
        if (_closed)
            return "the replica is not open";
        if (!_rules.Admits(epoch, AcceptedEpoch))
            return $"epoch {epoch} is over, {AcceptedEpoch} was accepted";
        if (_role == ReplicaRole.Primary)
        {
            return epoch <= Term.Epoch
                ? $"this replica is the primary of epoch {Term.Epoch}"
                : "this replica is a primary that was not told of its successor yet";
        }
        (replaced, Connection) = (Connection, connection);
        return null;
    }

    /// <summary>The connection has ended.</summary>
    internal void Left(PrimaryConnection connection)
    {
        if (Connection == connection)
            Connection = null;
    }

    /// <summary>The primary's log is the same up to this LSN; what is above it only this replica has.</summary>
    /// <exception cref="InvalidDataException">It asks for less than is applied, or for more than is there.</exception>
    internal KeepDecision Keep(PrimaryConnection connection, long keepLsn, out CoreActions actions)
    {
        actions = default;
        if (Connection != connection)
            return KeepDecision.NotCounted;
        if (keepLsn < AppliedLsn || keepLsn > LastLsn)
        {
            throw new InvalidDataException(
                $"The primary keeps up to {keepLsn} of {AppliedLsn} applied, {LastLsn} held.");
        }
        connection.IsMatched = true;
        if (keepLsn < LastLsn)
            return KeepDecision.Cut;
        actions = new CoreActions(connection, _rules.Acknowledged(FlushedLsn, LastLsn));
        return KeepDecision.KeepAll;
    }

    /// <summary>The tail of the own log was cut.</summary>
    internal void Cut(long keepLsn)
    {
        LastLsn = keepLsn;
        FlushedLsn = _rules.FlushedAfterCut(FlushedLsn, keepLsn);
        CommittedLsn = Math.Min(CommittedLsn, keepLsn);
        _history.Cut(keepLsn);
    }

    /// <summary>Says what becomes of a record of the primary's.</summary>
    /// <exception cref="InvalidDataException">A record before it is missing.</exception>
    internal ReceiveDecision Receive(PrimaryConnection connection, long lsn)
    {
        if (Connection != connection)
            return ReceiveDecision.NotCounted;
        if (lsn <= LastLsn)
            return ReceiveDecision.Duplicate;
        return lsn == LastLsn + 1
            ? ReceiveDecision.Append
            : throw new InvalidDataException($"LSN {lsn} arrived after {LastLsn}.");
    }

    /// <summary>A record of the primary's is in the own log.</summary>
    internal void Received(in LogRecord record)
    {
        LastLsn = record.Lsn;
        _history.Append(record.Epoch, record.Lsn);
        CommittedLsn = Math.Max(CommittedLsn, Math.Min(record.CommittedLsn, LastLsn));
    }

    /// <summary>The primary has told its commit point.</summary>
    /// <returns>False: the connection does not count.</returns>
    internal bool CommitPointTold(PrimaryConnection connection, long committedLsn)
    {
        if (Connection != connection)
            return false;
        CommittedLsn = Math.Max(CommittedLsn, Math.Min(committedLsn, LastLsn));
        return true;
    }

    private PrimaryConnection? Disconnect()
    {
        var ended = Connection;
        Connection = null;
        return ended;
    }

    // True: the secondaries must be told, because no record is on the way that would carry the commit point.
    private bool AdvanceCommitPoint()
    {
        if (!MayCommit)
            return false;
        var committed = Term.Committed(CommittedLsn, FlushedLsn);
        if (committed <= CommittedLsn)
            return false;
        CommittedLsn = committed;
        return committed == LastLsn;
    }
}
