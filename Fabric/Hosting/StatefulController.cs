using System;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Replication;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Hosting;

/// <summary>Drives one replica of a stateful service and its replicator through Service Fabric's interfaces.</summary>
internal sealed class StatefulController(ServiceHostRuntime runtime, ReplicaOrder opening)
    : ReplicaController(runtime, opening)
{
    private IStatefulServiceReplica? _replica;
    private IReplicator? _replicator;
    private StatefulPartitionObject? _partition;
    private CancellationTokenSource? _catchUp;
    private (string Checkpoint, string Secondaries, string Slow) _trouble = ("", "", ""); // the timer's own

    internal override void ReportTrouble()
    {
        var replicator = _partition?.Replicator;
        var secondaries = (replicator?.Secondaries ?? []).Where(s => s.LastError is not null)
            .Select(s => $"Replica {s.ReplicaId}: {s.LastError!.Message}");
        var now = (replicator?.CheckpointFailure?.Message ?? "", string.Join(' ', secondaries), SlowCommand());
        if (now == _trouble)
            return;
        _trouble = now;
        Runtime.ReportTrouble(PartitionId, ReplicaId, now);
    }

    internal override void EndTrouble()
    {
        if (_trouble == ("", "", ""))
            return;
        _trouble = ("", "", "");
        Runtime.ReportTrouble(PartitionId, ReplicaId, _trouble);
    }

    private bool IsPersisted => Runtime.IsPersisted(Opening.ServiceTypeName);

    protected override bool TakeAside(ReplicaOrder order)
    {
        switch (order.Command.Kind)
        {
            // Configurations take effect in the order they were decided in, so on the thread that they arrive on: an
            // older one that came after a newer one would let a write count that the next election does not look for.
            case ReplicaCommandKind.Build or ReplicaCommandKind.RemoveReplica or ReplicaCommandKind.CatchUp
                or ReplicaCommandKind.Activate:
                _ = CompleteAsync(order);
                return true;
            case ReplicaCommandKind.Abort:
                AbortAside(order, () =>
                {
                    try
                    {
                        _replica?.Abort();
                    }
                    finally
                    {
                        _replicator?.Abort();
                    }
                });
                return true;
            default:
                return false;
        }
    }

    protected override async Task<ReplicaAnswer> RunAsync(ReplicaOrder order)
    {
        var command = order.Command;
        var epoch = new Epoch(command.Epoch.DataLossNumber, command.Epoch.ConfigurationNumber);
        if (command.Kind == ReplicaCommandKind.Open)
            return await OpenAsync(order).ConfigureAwait(false);
        if (_replicator is not { } replicator || _replica is null)
            return Done(order) with { Error = "It is not open." };
        if (command.MinReplicaSetSize > 0)
            _partition?.Replicator?.SetMinReplicaSetSize(command.MinReplicaSetSize);
        switch (command.Kind)
        {
            case ReplicaCommandKind.ChangeRole:
                return Done(order) with { Address = await ChangeRoleAsync(command, epoch).ConfigureAwait(false) };
            case ReplicaCommandKind.Fence:
                return await FenceAsync(order, replicator, epoch).ConfigureAwait(false);
            case ReplicaCommandKind.UpdateEpoch:
                await replicator.UpdateEpochAsync(epoch, Aborted.Token).ConfigureAwait(false);
                break;
            case ReplicaCommandKind.DataLoss:
                await DataLossAsync(replicator).ConfigureAwait(false);
                break;
            case ReplicaCommandKind.Build:
                await replicator.BuildReplicaAsync(Information(command.Target!), Aborted.Token).ConfigureAwait(false);
                break;
            case ReplicaCommandKind.RemoveReplica:
                replicator.RemoveReplica(command.Target!.Id);
                break;
            case ReplicaCommandKind.CatchUp:
                await CatchUpAsync(command).ConfigureAwait(false);
                break;
            case ReplicaCommandKind.Activate:
                replicator.UpdateCurrentReplicaSetConfiguration(Configuration(command.Current)!);
                break;
            case ReplicaCommandKind.Demote:
                return Done(order) with { Address = await DemoteAsync(command, epoch).ConfigureAwait(false) };
            case ReplicaCommandKind.Close or ReplicaCommandKind.Drop:
                await CloseAsync(order, epoch).ConfigureAwait(false);
                break;
        }
        return Done(order);
    }

    private async Task<ReplicaAnswer> OpenAsync(ReplicaOrder order)
    {
        var marker = Marker();
        if (!order.Command.New && !IsPersisted)
        {
            return Lost(order, damaged: false,
                $"Replica {ReplicaId} of {Opening.ServiceName} kept its state in memory, and was closed or ended.");
        }
        var salvaged = "";
        if (order.Command.Salvage)
        {
            var host = Runtime.Replication(persisted: true);
            salvaged = await host.SalvageAsync(PartitionId, ReplicaId).ConfigureAwait(false) ?? "";
        }
        // The record and the log prove by themselves what the disk holds: beside them the marker may be missing.
        if (!order.Command.New && !marker.Exists
            && !ReplicationHost.HoldsRecord(Runtime.DataFolder, PartitionId, ReplicaId))
        {
            var damaged = ReplicationHost.HoldsRemains(Runtime.DataFolder, PartitionId);
            var what = damaged ? "lacks its marker but has remains of its state" : "does not hold it any more";
            return Lost(order, damaged, $"The disk of replica {ReplicaId} of {Opening.ServiceName} {what}.");
        }
        try
        {
            var answer = await OpenAsync(order, marker).ConfigureAwait(false);
            return answer with { Salvaged = salvaged };
        }
        catch (ReplicaLostException e)
        {
            // The replicator first: the next replica of the partition may be created here at once.
            _replicator?.Abort();
            AbortAside(order, () => _replica?.Abort());
            marker.Delete();
            return Lost(order, damaged: true, e.Message);
        }
    }

    private ReplicaAnswer Lost(ReplicaOrder order, bool damaged, string reason)
    {
        EventLog.OfProcess.ReplicaLost(ReplicaId, Opening.ServiceName, reason);
        return Done(order) with { StateLost = true, StateDamaged = damaged, LostReason = reason };
    }

    private async Task<ReplicaAnswer> OpenAsync(ReplicaOrder order, ReplicaMarker marker)
    {
        var host = Runtime.Replication(IsPersisted);
        var name = new Uri(Opening.ServiceName);
        _replica = Runtime.StatefulFactory(Opening.ServiceTypeName)
            .CreateReplica(Opening.ServiceTypeName, name, Opening.InitializationData, PartitionId, ReplicaId);
        _replica.Initialize(new()
        {
            CodePackageActivationContext = Runtime.Context,
            PartitionId = PartitionId,
            ServiceName = name,
            ServiceTypeName = Opening.ServiceTypeName,
            InitializationData = Opening.InitializationData,
            ReplicaId = ReplicaId,
        });
        _partition = new(host, PartitionId, ReplicaId, Opening, mustExist: !order.Command.New,
            new(Runtime, PartitionId, ReplicaId));
        _replicator = await _replica.OpenAsync(
            order.Command.New ? ReplicaOpenMode.New : ReplicaOpenMode.Existing, _partition, Aborted.Token)
            .ConfigureAwait(false);
        var address = await _replicator.OpenAsync(Aborted.Token).ConfigureAwait(false);
        if (IsPersisted && !marker.Exists)
            Write(marker);
        Runtime.Rehearse();
        return Done(order) with { ReplicatorAddress = address };
    }

    private void Write(ReplicaMarker marker)
    {
        try
        {
            marker.Write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Runtime.EndForDisk(e);
            throw;
        }
    }

    private ReplicaMarker Marker() => new(Runtime.DataFolder, PartitionId, ReplicaId);

    // The replicator first: a new primary may serve once its listeners open, an old one must refuse before they close.
    // A new primary that was told its configuration connects to its secondaries while the listeners open.
    private async Task<string> ChangeRoleAsync(ReplicaCommand command, Epoch epoch)
    {
        var next = (ReplicaRole)command.Role;
        await _replicator!.ChangeRoleAsync(epoch, next, Aborted.Token).ConfigureAwait(false);
        if (next == ReplicaRole.Primary && Configuration(command.Current) is { } current)
            _replicator.UpdateCatchUpReplicaSetConfiguration(current, Configuration(command.Previous));
        return await _replica!.ChangeRoleAsync(next, Aborted.Token).ConfigureAwait(false) ?? "";
    }

    private async Task DataLossAsync(IReplicator replicator)
    {
        var changed = await replicator.OnDataLossAsync(Aborted.Token).ConfigureAwait(false);
        EventLog.OfProcess.DataLossTold(ReplicaId, Opening.ServiceName,
            changed ? "it restored its state" : "it goes on with the state that it has");
    }

    // A newer configuration replaces the wait for an older one.
    private async Task CatchUpAsync(ReplicaCommand command)
    {
        _replicator!.UpdateCatchUpReplicaSetConfiguration(
            Configuration(command.Current)!, Configuration(command.Previous));
        using var superseded = CancellationTokenSource.CreateLinkedTokenSource(Aborted.Token);
        var before = Interlocked.Exchange(ref _catchUp, superseded);
        if (before is not null)
            await SupersedeAsync(before).ConfigureAwait(false);
        try
        {
            await _replicator.WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode.WriteQuorum, superseded.Token)
                .ConfigureAwait(false);
        }
        finally
        {
            _ = Interlocked.CompareExchange(ref _catchUp, null, superseded);
        }
    }

    private static async Task SupersedeAsync(CancellationTokenSource before)
    {
        try
        {
            await before.CancelAsync().ConfigureAwait(false);
        }
        catch (ObjectDisposedException)
        {
            // The wait ended while it was being replaced.
        }
    }

    private async Task<string> DemoteAsync(ReplicaCommand command, Epoch epoch)
    {
        var configuration = Configuration(command.Current)!;
        var mode = configuration.Replicas.All(r => r.Status == ReplicaStatus.Up)
            ? ReplicaSetQuorumMode.QuorumAll : ReplicaSetQuorumMode.WriteQuorum;
        _replicator!.UpdateCatchUpReplicaSetConfiguration(configuration, configuration);
        await _replicator.WaitForCatchUpQuorumAsync(mode, Aborted.Token).ConfigureAwait(false);
        return await ChangeRoleAsync(command, epoch).ConfigureAwait(false);
    }

    private async Task CloseAsync(ReplicaOrder order, Epoch epoch)
    {
        Runtime.Forget(order);
        var drop = order.Command.Kind == ReplicaCommandKind.Drop;
        var none = order.Command with { Role = Role.None };
        if (drop)
            _ = await ChangeRoleAsync(none, epoch).ConfigureAwait(false);
        await _replica!.CloseAsync(Aborted.Token).ConfigureAwait(false);
        await _replicator!.CloseAsync(Aborted.Token).ConfigureAwait(false);
        if (drop && IsPersisted)
            Marker().Delete();
    }

    // A manager that has lost its configuration learns from the answer which epochs were given, also from a refusal.
    private async Task<ReplicaAnswer> FenceAsync(ReplicaOrder order, IReplicator replicator, Epoch epoch)
    {
        var accepted = Of(_partition!.Replicator!.Progress.AcceptedEpoch);
        if (order.Command.Epoch.CompareTo(accepted) < 0)
        {
            return Done(order) with
            {
                Error = $"It has accepted epoch {accepted}: that is newer than {order.Command.Epoch}.",
                Progress = Progress(accepted),
            };
        }
        await replicator.UpdateEpochAsync(epoch, Aborted.Token).ConfigureAwait(false);
        return Done(order) with { Progress = Progress(accepted) };
    }

    private LogProgress Progress(FailoverEpoch accepted)
    {
        var p = _partition!.Replicator!.Progress;
        return new(Of(p.LastLsnEpoch), p.LastLsn, p.CommittedLsn, p.IsComplete, accepted);
    }

    private static FailoverEpoch Of(Epoch epoch) => new(epoch.DataLossNumber, epoch.ConfigurationNumber);

    // As in Service Fabric: the primary itself is not in the list, but counts in the quorum.
    private ReplicaSetConfiguration? Configuration(ReplicaView[] replicas) => replicas.Length == 0 ? null : new()
    {
        Replicas = [.. replicas.Where(r => r.Id != ReplicaId).Select(Information)],
        WriteQuorum = ReplicaCommand.WriteQuorum(replicas.Length),
    };

    private static ReplicaInformation Information(ReplicaView view) => new()
    {
        Id = view.Id,
        Role = (ReplicaRole)view.Role,
        Status = view.Up ? ReplicaStatus.Up : ReplicaStatus.Down,
        ReplicatorAddress = view.ReplicatorAddress,
        MustCatchup = view.MustCatchUp,
        CurrentProgress = -1,
        CatchUpCapability = -1,
    };
}
