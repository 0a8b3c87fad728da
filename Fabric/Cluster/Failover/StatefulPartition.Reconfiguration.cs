using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <content>The phases from a stored configuration to an active one.</content>
internal sealed partial class StatefulPartition
{
    private long _catchUpRequest;
    private bool _caughtUp;
    private ReplicaCommand? _catchUpSent;
    private ReplicaCommand? _activated;

    private Replica? Primary => _configuration is null ? null : Find(_configuration.Primary);

    private void Reconfigure(Replica primary, ReplicaLocation[] current, ReplicaLocation[] previous,
        FailoverEpoch epoch, bool dataLoss = false)
    {
        Store(new()
        {
            PartitionId = _id,
            Version = 0,
            Epoch = epoch,
            Primary = primary.Id,
            Current = current,
            Previous = previous,
            Others = [.. _replicas.Where(r => !r.IsNew && !r.Lost).Select(r => r.Location).Except(current)
                .Except(previous)],
            DataLoss = dataLoss || _configuration is { DataLoss: true },
        });
        _phase = Phase.CatchUp;
        (_catchUpRequest, _caughtUp, _catchUpSent, _activated) = (0, false, null, null);
        (_givenUp, _toldOfLoss) = (false, false);
    }

    private void Advance()
    {
        Phase before;
        do
        {
            before = _phase;
            switch (_phase)
            {
                case Phase.Creating:
                    AdvanceCreating();
                    break;
                case Phase.Demote when Primary is not { IsPrimary: true }:
                    BeginElection(awaitLease: false);
                    break;
                case Phase.GetLsn:
                    AdvanceElection();
                    break;
                case not (Phase.Creating or Phase.Demote) when IsOutnumbered:
                    BeginElection(awaitLease: false);
                    break;
                case Phase.CatchUp:
                    AdvanceCatchUp();
                    break;
                case Phase.Deactivate:
                    AdvanceDeactivate();
                    break;
                case Phase.Activate:
                    AdvanceActivate();
                    break;
                case Phase.Steady:
                    AttachOthers();
                    AdvanceSteady();
                    break;
            }
        }
        while (_phase != before);
    }

    // This is also the way when the state of a whole partition is lost: it begins anew, and OnDataLossAsync is called.
    private void AdvanceCreating()
    {
        var placed = _replicas.Where(r => !r.Lost).ToArray();
        if (Array.Find(placed, r => r.Open) is not { } first)
            return;
        if (first != placed[0] && !placed[0].Stumbled && _firstWait != Wait.Over)
        {
            AwaitFirst(placed[0]);
            return;
        }
        Reconfigure(first, [first.Location], [], _configuration?.Epoch.NextDataLoss() ?? _firstEpoch,
            dataLoss: _configuration is not null);
    }

    // Placement balances primaries over the nodes; a host that happens to start sooner shall not undo it.
    private void AwaitFirst(Replica replica)
    {
        if (_firstWait != Wait.None)
            return;
        _firstWait = Wait.UnderWay;
        _actions.Add(new PartitionAction.AwaitFirst(replica.Id));
    }

    private void AdvanceCatchUp()
    {
        if (!PrimaryIsReady() || !ServiceKnowsOfLoss())
            return;
        AttachOthers();
        var command = new ReplicaCommand
        {
            Kind = ReplicaCommandKind.CatchUp,
            Epoch = _configuration!.Epoch,
            Current = Views(_configuration.Current),
            Previous = Views(_configuration.Previous),
            MinReplicaSetSize = _min,
        };
        // Sent again whenever a member came or went, because the wait under way knew the former members.
        if (!command.AsksTheSameAs(_catchUpSent))
        {
            (_catchUpSent, _caughtUp) = (command, false);
            _catchUpRequest = Send(Primary!, command);
        }
        if (_caughtUp)
            _phase = Phase.Deactivate;
    }

    private bool PrimaryIsReady()
    {
        var primary = Primary!;
        if (primary.IsPrimary && primary.Epoch == _configuration!.Epoch)
            return true;
        if (primary is { Open: true, Busy: 0 })
        {
            // With the configurations it connects to its secondaries while its service opens its listeners. After a
            // data loss it gets none yet, because the service is notified first.
            var configuration = _configuration!;
            Send(primary, new()
            {
                Kind = ReplicaCommandKind.ChangeRole,
                Role = Role.Primary,
                Epoch = configuration.Epoch,
                Current = configuration.DataLoss ? [] : Views(configuration.Current),
                Previous = configuration.DataLoss ? [] : Views(configuration.Previous),
                MinReplicaSetSize = _min,
            });
        }
        return false;
    }

    // Brings every open replica under the present primary: survivors learn the epoch, others become idle and are built.
    private void AttachOthers()
    {
        var primary = Primary!;
        var epoch = _configuration!.Epoch;
        foreach (var r in _replicas.Where(r => r != primary && r is { Open: true, Busy: 0, Building: 0 }
            && !IsParked(r)).ToArray())
        {
            if (r.Role is Role.Unknown or Role.None)
                Send(r, new() { Kind = ReplicaCommandKind.ChangeRole, Role = Role.IdleSecondary, Epoch = epoch });
            else if (r.Epoch != epoch)
                Send(r, new() { Kind = ReplicaCommandKind.UpdateEpoch, Epoch = epoch });
            else if (!r.Attached)
                r.Building = Send(primary, new() { Kind = ReplicaCommandKind.Build, Epoch = epoch, Target = View(r) });
        }
    }

    private void TakeBuilt(PartitionEvent.Reply reply, Replica? target)
    {
        if (target is null || target.Building != reply.Request)
            return;
        target.Building = 0;
        if (reply.Error is null)
            target.Attached = true;
        else
            Fail(target, $"The copy from the primary failed. {reply.Error}");
    }

    // A member of the former configuration alone is told, and not waited for: the former configuration is about to be
    // given up, and its answer may take long. It is built, and joins again, once it has answered.
    private void AdvanceDeactivate()
    {
        var epoch = _configuration!.Epoch;
        var behind = Members(_configuration.Current.Union(_configuration.Previous))
            .Where(r => r is { Open: true, Lost: false } && r.Role is not Role.Unknown && r.Epoch != epoch).ToArray();
        foreach (var r in behind.Where(r => r.Busy == 0))
            Send(r, new() { Kind = ReplicaCommandKind.UpdateEpoch, Epoch = epoch });
        if (!behind.Any(r => Holds(_configuration.Current, r)))
            _phase = Phase.Activate;
    }

    private void AdvanceActivate()
    {
        var waiting = Members(_configuration!.Current)
            .Where(r => r is { Open: true, Attached: true, Role: Role.IdleSecondary }).ToArray();
        foreach (var r in waiting.Where(r => r.Busy == 0))
        {
            Send(r, new()
            {
                Kind = ReplicaCommandKind.ChangeRole, Role = Role.ActiveSecondary, Epoch = _configuration.Epoch,
            });
        }

        if (waiting.Length > 0)
            return;
        if (_configuration.Previous.Length > 0 || _configuration.DataLoss)
        {
            var left = _configuration.Previous.Except(_configuration.Current).Where(l => Find(l.Id) is { Lost: false });
            Store(_configuration with
            {
                Previous = [],
                Others = [.. _configuration.Others.Union(left)],
                DataLoss = false,
            });
        }
        _phase = Phase.Steady;
    }

    // Sent again whenever a member came or went, because the primary refuses writes that no quorum could acknowledge.
    private void ActivatePrimary()
    {
        var command = new ReplicaCommand
        {
            Kind = ReplicaCommandKind.Activate,
            Epoch = _configuration!.Epoch,
            Current = Views(_configuration.Current),
            MinReplicaSetSize = _min,
        };
        if (command.AsksTheSameAs(_activated))
            return;
        _activated = command;
        _ = Send(Primary!, command, awaited: false);
    }

    private ReplicaView[] Views(IEnumerable<ReplicaLocation> replicas, long mustCatchUp = 0) =>
        [.. replicas.Select(l => View(Find(l.Id)!) with { MustCatchUp = l.Id == mustCatchUp })];

    private ReplicaView View(Replica r) => new()
    {
        Id = r.Id,
        Role = r.Role,
        Up = r == Primary || r.Attached,
        ReplicatorAddress = r.ReplicatorAddress,
    };

    private IEnumerable<Replica> Members(IEnumerable<ReplicaLocation> locations) => locations.Select(l => Find(l.Id)!);
}
