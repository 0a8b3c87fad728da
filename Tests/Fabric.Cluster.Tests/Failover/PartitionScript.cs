using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

/// <summary>Plays events to a partition's decision type and writes down what it decides.</summary>
internal sealed class PartitionScript
{
    private readonly StringBuilder _text = new();
    private readonly List<PartitionAction.Send> _open = [];
    private readonly IPartition _partition;
    private long _lastId;

    private PartitionScript(FailoverEpoch newest, ReplicaLocation[] found)
    {
        _lastId = 100;
        _partition = StatefulPartition.WithoutConfiguration(Guid.Empty, 3, 2, newest, found, () => ++_lastId);
    }

    internal PartitionScript(int target = 3, int min = 2, PartitionConfiguration? stored = null)
    {
        _lastId = stored is null ? 0 : 100;
        _partition = new StatefulPartition(Guid.Empty, target, min, FailoverEpoch.First(1), stored, () => ++_lastId);
    }

    internal static PartitionScript WithoutConfiguration(FailoverEpoch newest, ReplicaLocation[] found) =>
        new(newest, found);

    /// <summary>Gets the last stored configuration.</summary>
    internal PartitionConfiguration? Stored { get; private set; }

    internal PartitionSnapshot Snapshot => _partition.Snapshot;

    /// <summary>Gets the last command that made a configuration active.</summary>
    internal ReplicaCommand? Activated { get; private set; }

    /// <summary>Gets the last command that dropped a replica.</summary>
    internal ReplicaCommand? Dropped { get; private set; }

    internal SafetyCheck? Holds(string node) => _partition.Holds(node);

    internal string? RefusesRemoval(long replica) => _partition.RefusesRemoval(replica);

    internal string? RefusesMove(string from, string to) => _partition.RefusesMove(from, to);

    /// <summary>Gets the command that a replica has not answered yet.</summary>
    internal ReplicaCommand Open(long replica) => _open.First(s => s.Replica.Id == replica).Command;

    /// <summary>Gets what was written since the last call.</summary>
    internal string Text
    {
        get
        {
            var text = _text.ToString().TrimEnd();
            _ = _text.Clear();
            return text;
        }
    }

    internal void Nodes(params string[] names) => Step("nodes " + string.Join(' ', names),
        new PartitionEvent.Nodes(names));

    internal void Up(params string[] nodes)
    {
        foreach (var node in nodes)
            Step("up " + node, new PartitionEvent.HostUp(node));
    }

    internal void Down(string node, bool certain = true)
    {
        _ = _open.RemoveAll(s => s.Replica.Node == node);
        Step("down " + node, new PartitionEvent.HostDown(node, certain));
    }

    internal void Other(string name, PartitionEvent happened) => Step(name, happened);

    /// <summary>Answers the open command to a replica.</summary>
    internal void Done(long replica, LogProgress? progress = null, string? error = null, bool stateLost = false,
        string lostReason = "", bool stateDamaged = false, ReplicaCommandKind? kind = null)
    {
        var send = _open.FirstOrDefault(s => s.Replica.Id == replica && (kind ?? s.Command.Kind) == s.Command.Kind)
            ?? throw new InvalidOperationException($"Replica {replica} has nothing to "
                + $"answer.{Environment.NewLine}{_text}");
        _ = _open.Remove(send);
        Step($"{replica} done: {send.Command.Kind}{(error is null ? "" : " failed")}",
            new PartitionEvent.Reply(send.Request)
            {
                Error = error,
                StateLost = stateLost,
                StateDamaged = stateDamaged,
                LostReason = lostReason,
                Address = $"address{replica}",
                ReplicatorAddress = $"log{replica}",
                Progress = progress,
            });
    }

    /// <summary>
    /// Answers every command with success until none is open. A fence is answered with the log given.
    /// </summary>
    internal void DoneAll(params (long Replica, LogProgress Progress)[] logs)
    {
        while (_open.Count > 0)
        {
            var replica = _open[0].Replica.Id;
            Done(replica, logs.FirstOrDefault(l => l.Replica == replica).Progress ?? new(FailoverEpoch.First(1), 0, 0));
        }
    }

    /// <summary>Answers every command with success but one, and those behind it.</summary>
    internal void DoneAll((long Replica, ReplicaCommandKind Kind) but)
    {
        while (_open.Find(s => (s.Replica.Id, s.Command.Kind) != but) is { } send)
            Done(send.Replica.Id, new(FailoverEpoch.First(1), 0, 0), kind: send.Command.Kind);
    }

    private void Step(string name, PartitionEvent happened)
    {
        _ = _text.Append("> ").AppendLine(name);
        foreach (var action in _partition.Step(happened).ToArray())
        {
            _ = _text.AppendLine(action.ToString());
            if (action is PartitionAction.Send { Request: not 0 } send)
                _open.Add(send);
            if (action is PartitionAction.Send { Command: { Kind: ReplicaCommandKind.Activate } command })
                Activated = command;
            if (action is PartitionAction.Send { Command: { Kind: ReplicaCommandKind.Drop } drop })
                Dropped = drop;
            if (action is PartitionAction.Store store)
                Stored = store.Configuration;
        }
    }
}
