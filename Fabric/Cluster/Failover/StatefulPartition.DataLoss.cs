using System.Linq;

namespace SfPerf.Fabric.Cluster.Failover;

/// <content>
/// What happens when writes that were acknowledged cannot be had any more: nothing, until all state is lost or somebody
/// gives the missing replicas up. Then a new data loss number begins, and the service is told before it serves.
/// </content>
internal sealed partial class StatefulPartition
{
    private bool _givenUp;
    private bool _toldOfLoss;

    /// <summary>Gets the replicas among which every acknowledged write is to be found.</summary>
    private ReplicaLocation[] Voters =>
        _configuration!.Previous.Length > 0 ? _configuration.Previous : _configuration.Current;

    private bool IsLossAccepted => _givenUp || Members(Voters).All(r => r.Lost);

    // A primary without a write quorum is in quorum loss too, though it was elected.
    private int QuorumNeeded => _phase == Phase.Steady ? ReplicaCommand.WriteQuorum(Voters.Length)
        : ReplicaCommand.ReadQuorum(Voters.Length);

    private bool HasLostQuorum =>
        _configuration is not null && Members(Voters).Count(r => r.Open) < QuorumNeeded;

    // Of an even number, half may have lost its state: a read quorum is left, and in it every acknowledged write, but
    // no write quorum ever again.
    private bool IsOutnumbered => NoneLeft(Voters) || NoneLeft(_configuration!.Current);

    private bool NoneLeft(ReplicaLocation[] replicas) => Members(replicas).Count(r => !r.Lost)
        is var left && left < ReplicaCommand.WriteQuorum(replicas.Length)
        && left >= ReplicaCommand.ReadQuorum(replicas.Length);

    // Whoever has not said yet what its disk holds may have lost it too: then the partition begins anew.
    private bool IsHopeless => _configuration is not null && !IsLossAccepted
        && Members(Voters).All(r => r.Lost || r.Open)
        && Members(Voters).Count(r => !r.Lost) < ReplicaCommand.ReadQuorum(Voters.Length);

    private string QuorumLoss()
    {
        var members = Members(Voters).ToArray();
        var open = members.Count(r => r.Open);
        var gone = string.Concat(members.Where(r => !r.Open)
            .Select(r => $" Replica {r.Id} on {r.Location.Node} {(r.Lost ? "has lost its state" : "is down")}."));
        return $"{open} of {members.Length} replicas {Are(open)} up, {QuorumNeeded} {Are(QuorumNeeded)} needed.{gone}";

        static string Are(int count) => count == 1 ? "is" : "are";
    }

    private void TakeRecover(bool patient)
    {
        if (!HasLostQuorum) return;
        if (patient && _replicas.Any(r => r is { HostUp: true, Open: false, Lost: false, Failures: 0 })) return;
        foreach (var replica in _replicas.Where(r => !r.Open)) replica.Expendable = true;
        BeginElection(awaitLease: false);
        _givenUp = true;
    }

    // Whoever has state may go on, also one that no configuration names. All others are built from it. Without any the
    // partition begins anew, but not while a disk that holds state may still come back.
    private void AdvanceDataLoss()
    {
        if (_replicas.All(r => r.Lost))
        {
            _phase = Phase.Creating;
            Place();
            return;
        }
        var known = _replicas.Where(r => !r.Lost).ToArray();
        var epoch = _configuration!.Epoch.NextDataLoss();
        if (Answers(known, epoch) is not { Length: > 0 } answers) return;
        var best = Best(answers);
        best.Expendable = false;
        Reconfigure(best, [best.Location], [], epoch, dataLoss: true);
    }

    private bool ServiceKnowsOfLoss()
    {
        if (!_configuration!.DataLoss || _toldOfLoss) return true;
        if (Primary is { Busy: 0 } primary) Send(primary, new() { Kind = ReplicaCommandKind.DataLoss });
        return false;
    }
}
