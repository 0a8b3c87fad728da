using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Log.Records;
using ReplicaRole = System.Fabric.ReplicaRole;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <content>What a replica does with the manager's commands, as the StatefulController does.</content>
internal sealed partial class ReplicaDriver
{
    private readonly Queue<(ReplicaCommand Command, Action<PartitionEvent.Reply> Reply)> _commands = [];
    private bool _commandRuns;

    internal static LogEpoch ToLog(FailoverEpoch epoch) => new(epoch.DataLossNumber, epoch.ConfigurationNumber);

    internal void Take(ReplicaCommand command, Action<PartitionEvent.Reply> reply)
    {
        switch (command.Kind)
        {
            case ReplicaCommandKind.Abort:
                Abort();
                return;
            case ReplicaCommandKind.Build:
                Build(command, reply);
                return;
            case ReplicaCommandKind.RemoveReplica:
                if (_links.TryGetValue(command.Target!.Id, out var link) && !Core.Term.IsMember(command.Target.Id))
                    Drop(link);
                return;
            case ReplicaCommandKind.CatchUp:
                CatchUp(command, reply);
                return;
            case ReplicaCommandKind.Activate:
                if (IsPrimary)
                    Configure(command.Current, []);
                return;
            default:
                _commands.Enqueue((command, reply));
                RunCommands();
                return;
        }
    }

    private bool IsPrimary => Core.Role == ReplicaRole.Primary && !Core.IsClosed;

    private void RunCommands()
    {
        if (_commandRuns || Core.IsClosed || !_commands.TryDequeue(out var next))
            return;
        _commandRuns = true;
        Run(next.Command, answer =>
        {
            _commandRuns = false;
            next.Reply(answer);
            RunCommands();
        });
    }

    private void Run(ReplicaCommand command, Action<PartitionEvent.Reply> reply)
    {
        var done = new PartitionEvent.Reply(0) { Address = "a" };
        switch (command.Kind)
        {
            case ReplicaCommandKind.ChangeRole:
                ChangeRole(command, reply);
                break;
            case ReplicaCommandKind.Fence when World.Bug == PlantedBug.VotesWithoutFence:
                reply(done with { Progress = Progress() });
                break;
            case ReplicaCommandKind.Fence or ReplicaCommandKind.UpdateEpoch:
                Fence(command.Epoch, isComplete: false, reply, () =>
                {
                    Exit();
                    Stream.WhenFlushed(() =>
                    {
                        World.Checks.Voting(this, ToLog(command.Epoch));
                        reply(done with { Progress = Progress() });
                    });
                });
                break;
            case ReplicaCommandKind.Demote:
                Demote(command, reply);
                break;
            case ReplicaCommandKind.Close or ReplicaCommandKind.Drop:
                Abort();
                if (command.Kind == ReplicaCommandKind.Drop)
                    Host.Remove(Id);
                break;
            default:
                reply(done);
                break;
        }
    }

    private LogProgress Progress()
    {
        var (last, epoch, committed) = Core.Progress;
        World.Checks.Reporting(this, last);
        return new(new(epoch.DataLossNumber, epoch.ConfigurationNumber), last, committed, Core.IsComplete);
    }

    // Goes on inside the gate.
    private void Fence(FailoverEpoch epoch, bool isComplete, Action<PartitionEvent.Reply> reply, Action then) =>
        Enter(() =>
        {
            try
            {
                var ended = Core.Fence(ToLog(epoch)) as SimulatedSession;
                ended?.Connection.CloseBySecondary();
                if (ended is not null && _session == ended)
                    _session = null;
            }
            catch (ArgumentException e)
            {
                Exit();
                reply(new(0) { Error = e.Message });
                return;
            }
            Promise(ToLog(epoch), isComplete, then);
        });

    private void ChangeRole(ReplicaCommand command, Action<PartitionEvent.Reply> reply)
    {
        var role = (ReplicaRole)command.Role;
        Fence(command.Epoch, role is ReplicaRole.Primary or ReplicaRole.ActiveSecondary, reply, () =>
        {
            if (role == ReplicaRole.Primary && Core.LastLsn < Registers.WholeLsn)
            {
                ReportFault();
                return;
            }
            if (role == ReplicaRole.Primary)
                BeginTerm(ToLog(command.Epoch));
            else
                LeaveTerm(role);
            Exit();
            if (role == ReplicaRole.Primary && command.Current.Length > 0)
                Configure(command.Current, command.Previous);
            // Now and then the service itself fails at its new role, and the replicator goes on until the abort.
            var fails = World.IsTroubled && World.Random.Next(40) == 0;
            Host.After(World.Random.Next(2000), () =>
                reply(fails ? new(0) { Error = "the service failed" } : new(0) { Address = Host.Address }));
        });
    }

    private void BeginTerm(LogEpoch epoch)
    {
        if (!Core.TryBeginTerm(epoch, out var ended))
            return;
        World.Checks.TermBegins(this, epoch);
        Append(Core.Next(LogRecordType.Epoch, 0), 0, 0);
        DropLinks();
        (ended as SimulatedSession)?.Connection.CloseBySecondary();
        _session = null;
        ApplySoon();
    }

    private void LeaveTerm(ReplicaRole role)
    {
        if (Core.Role == ReplicaRole.Primary)
        {
            DetachCalls();
            _catchUpWaits.Clear();
        }
        (Core.LeaveTerm(role) as SimulatedSession)?.Connection.CloseBySecondary();
        DropLinks();
    }

    private void Build(ReplicaCommand command, Action<PartitionEvent.Reply> reply)
    {
        if (!IsPrimary)
        {
            reply(new(0) { Error = "not primary" });
            return;
        }
        var link = Ensure(command.Target!);
        link.Progress.IsBuilding = true;
        link.Built = done => reply(done ? new(0) : new(0) { Error = "let go" });
        link.NoteCaughtUp();
    }

    private void CatchUp(ReplicaCommand command, Action<PartitionEvent.Reply> reply)
    {
        if (!IsPrimary)
        {
            reply(new(0) { Error = "not primary" });
            return;
        }
        Configure(command.Current, command.Previous);
        _catchUpWaits.Add((Core.LastLsn, false, () => reply(new(0))));
        EndWaits();
    }

    private void Demote(ReplicaCommand command, Action<PartitionEvent.Reply> reply)
    {
        if (!IsPrimary)
        {
            reply(new(0) { Error = "not primary" });
            return;
        }
        Configure(command.Current, command.Current);
        _catchUpWaits.Add((Core.LastLsn, command.Current.All(v => v.Up), () => ChangeRole(command, reply)));
        EndWaits();
    }
}
