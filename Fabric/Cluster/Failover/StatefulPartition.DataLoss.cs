using System;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <content>
/// What happens when writes that were acknowledged cannot be had any more: nothing, until all state is lost or somebody
/// gives the missing replicas up. Then a new data loss number begins, and the service is told before it serves.
/// </content>
internal sealed partial class StatefulPartition
{
    private FailoverEpoch _accepted;
    private bool _configurationLost;
    private bool _givenUp;
    private bool _toldOfLoss;

    /// <summary>Gets the replicas among which every acknowledged write is to be found.</summary>
    private ReplicaLocation[] Voters =>
        _configuration!.Previous.Length > 0 ? _configuration.Previous : _configuration.Current;

    // If every disk was wiped, the partition begins anew without a request. If files are damaged, their remains may be
    // worth more than an empty partition that looks healthy, so a person must decide.
    private bool IsLossAccepted => _givenUp
        || !_configurationLost && Members(Voters).All(r => r is { Lost: true, Damaged: false });

    // A primary without a write quorum is in quorum loss too, though it was elected.
    private int QuorumNeeded => _phase == Phase.Steady ? ReplicaCommand.WriteQuorum(Voters.Length)
        : ReplicaCommand.ReadQuorum(Voters.Length);

    private bool HasLostQuorum =>
        _configurationLost || _configuration is not null && Members(Voters).Count(r => r.Open) < QuorumNeeded;

    // If half of an even number of replicas has lost its state, a read quorum is left, which has every acknowledged
    // write, but there will never be a write quorum again.
    private bool IsOutnumbered => NoneLeft(Voters) || NoneLeft(_configuration!.Current);

    private bool NoneLeft(ReplicaLocation[] replicas) => Members(replicas).Count(r => !r.Lost)
        is var left && left < ReplicaCommand.WriteQuorum(replicas.Length)
        && left >= ReplicaCommand.ReadQuorum(replicas.Length);

    // A replica that has not reported yet what its disk holds may have lost its state as well. Then the partition
    // begins anew.
    private bool IsHopeless => _configuration is not null && !IsLossAccepted
        && (_configurationLost || Members(Voters).All(r => r.Lost || r.Open)
            && Members(Voters).Count(r => !r.Lost) < ReplicaCommand.ReadQuorum(Voters.Length));

    private string QuorumLoss()
    {
        if (_configurationLost)
            return ConfigurationLoss();
        var members = Members(Voters).ToArray();
        var open = members.Count(r => r.Open);
        var gone = string.Concat(members.Where(r => !r.Open)
            .Select(r => $" Replica {r.Id} on {r.Location.Node} {(r.Lost ? r.Loss : "is down")}."));
        return $"{open} of {members.Length} replicas {Are(open)} up, {QuorumNeeded} {Are(QuorumNeeded)} needed.{gone}";

        static string Are(int count) => count == 1 ? "is" : "are";
    }

    private string ConfigurationLoss()
    {
        var found = string.Join(", ", _replicas.Where(r => !r.Lost)
            .Select(r => $"{r.Id} on {r.Location.Node}{(r.Open ? "" : " (not open yet)")}"));
        return "Its configuration is lost: nobody knows which replicas hold its acknowledged writes. "
            + (found.Length > 0 ? $"Replicas found on the nodes: {found}; the newest one of them can be recovered."
                : "No node has a replica of it on its disk.");
    }

    private void TakeRecover(PartitionEvent.Recover recover)
    {
        if (!HasLostQuorum)
            return;
        if (recover.Patient && _replicas.Any(r => r is { HostUp: true, Open: false, Lost: false, Failures: 0 }))
            return;
        foreach (var replica in _replicas.Where(r => !r.Open))
            replica.Expendable = true;
        // A host opens one replica of a partition: one that the configuration names has its node for itself.
        foreach (var location in recover.Found.Where(l => Find(l.Id) is null && OnNode(l.Node).All(r => r.Lost)))
        {
            _replicas.Add(new(location, isNew: false) { Found = true, Expendable = true });
            _actions.Add(new PartitionAction.EnsureHost(location.Node));
        }
        Salvage();
        BeginElection(awaitLease: false);
        _givenUp = true;
        // Those on nodes that are deactivated may hold what nobody else does.
        foreach (var replica in _replicas.Where(r => r is { HostUp: false, Lost: false } && !Stays(r)))
            _actions.Add(new PartitionAction.EnsureHost(replica.Location.Node));
    }

    // The election begins at once, so that nothing is placed, built or stored until all of them are gone. Those that
    // are left go on as after a recovery; without any the partition begins anew.
    private void TakeLoseData(bool full)
    {
        if (_phase != Phase.Steady || Primary is not { IsPrimary: true } primary)
            return;
        var current = Members(_configuration!.Current).OrderBy(r => r != primary).ToArray();
        var doomed = full ? _replicas.Where(r => !r.Lost).ToArray()
            : current[..ReplicaCommand.WriteQuorum(current.Length)];
        BeginElection(awaitLease: false);
        _givenUp = true;
        foreach (var replica in doomed)
        {
            (replica.Doomed, replica.Expendable) = (true, true);
            if (replica.Open)
                SendDrop(replica);
        }
    }

    private void SendDrop(Replica replica) =>
        _ = Send(replica, new() { Kind = ReplicaCommandKind.Drop, Epoch = _configuration!.Epoch });

    private void TakeDropped(Replica replica)
    {
        replica.Lost = true;
        if (replica.LostReason.Length == 0)
            replica.LostReason = "dropped by a test of data loss";
        GoDown(replica, certain: true);
    }

    // What is intact of a damaged replica may be newer than all that others have.
    private void Salvage()
    {
        foreach (var replica in _replicas.Where(
            r => r is { Lost: true, Damaged: true } && OnNode(r.Location.Node).All(o => o.Lost)).ToArray())
        {
            (replica.Lost, replica.Salvage, replica.Stumbled) = (false, true, false);
            _actions.Add(new PartitionAction.EnsureHost(replica.Location.Node));
        }
    }

    private FailoverEpoch Newest =>
        _accepted.CompareTo(_configuration!.Epoch) > 0 ? _accepted : _configuration.Epoch;

    // A manager that ended while it gave up the missing replicas had announced a data loss number and stored none: the
    // replicas that accepted it refuse everything older.
    private void TakeRefusal(FailoverEpoch accepted)
    {
        if (_configurationLost)
        {
            RaiseUnknownEpoch(accepted.DataLossNumber);
        }
        else if (accepted.CompareTo(Newest) > 0)
        {
            _accepted = accepted;
            foreach (var replica in _replicas)
                replica.Progress = null;
        }
    }

    // Only the lost configuration had the newest epoch. A replica that has accepted a higher one says so, also when it
    // refuses the epoch that it is given.
    private void RaiseUnknownEpoch(long dataLossNumber)
    {
        if (!_configurationLost)
            return;
        var next = _configuration!.Epoch.NextDataLoss();
        _configuration = _configuration with
        {
            Epoch = next with { DataLossNumber = Math.Max(next.DataLossNumber, dataLossNumber) },
        };
        foreach (var replica in _replicas)
            replica.Progress = null;
    }

    // Any replica with state may become primary, also one that no configuration names; all others are built from it.
    // Without any, the partition begins anew, but not while a disk that holds state may still come back.
    private void AdvanceDataLoss()
    {
        if (_replicas.All(r => r.Lost))
        {
            _configurationLost = false;
            _phase = Phase.Creating;
            Place();
            return;
        }
        var known = _replicas.Where(r => !r.Lost).ToArray();
        var epoch = Newest.NextDataLoss();
        // A replica that was still being built when its primary failed may lack any record.
        var answers = Answers(known, epoch).Where(r => r.Progress!.Complete).ToArray();
        if (answers.Length == 0 || AreAsked(known))
            return;
        // The election waits for each replica that was found or is brought back, until it is open or its host or disk
        // has failed.
        if (known.Any(r => r is { Open: false, Stumbled: false } && (r.Found || r.Salvage)))
            return;
        if (_configurationLost && answers.Max(r => Math.Max(r.Progress!.Epoch.DataLossNumber,
            r.Progress.Accepted.DataLossNumber)) is var newest && newest >= epoch.DataLossNumber)
        {
            RaiseUnknownEpoch(newest);
            _ = Answers(known, Newest.NextDataLoss());
            return;
        }
        if (!IsLeaseOver())
            return;
        var best = Best(answers);
        best.Expendable = false;
        foreach (var surplus in known.Where(r => r != best && !r.Expendable).OrderByDescending(r => r.Open)
            .Skip(_target - 1))
        {
            surplus.Expendable = true;
        }

        _configurationLost = false;
        Reconfigure(best, [best.Location], [], epoch, dataLoss: true);
    }

    private bool ServiceKnowsOfLoss()
    {
        if (!_configuration!.DataLoss || _toldOfLoss)
            return true;
        if (Primary is { Busy: 0 } primary)
            Send(primary, new() { Kind = ReplicaCommandKind.DataLoss });
        return false;
    }
}
