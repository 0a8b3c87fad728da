using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Cluster.Management.Reported;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>What the disks hold: the manager's own files, and the replicas that the nodes find.</content>
internal sealed partial class ClusterManager
{
    private const int LossesMax = 16;
    private static readonly TimeSpan CreatedDelay = TimeSpan.FromMilliseconds(100);

    private bool _createdUnsaved;
    private bool _halted;

    /// <summary>Ends the decisions of this manager: what it would decide next could not be stored.</summary>
    private ClusterException Halt(IOException e)
    {
        _halted = true;
        var failure = new ClusterException("DataFolder", $"{e.Message.TrimEnd('.')}. The cluster stops, because a "
            + "decision that is not on disk must not be acted on. Its state is kept: make the disk writable and start "
            + "it again.");
        _ = _failure.TrySetResult(failure);
        return failure;
    }

    // Saved for many partitions at once, and before a deployment is called ready.
    private void NoteCreated(ApplicationEntry application, Guid partition)
    {
        if (application.Stored.Created.Contains(partition))
            return;
        if (!application.Created.Add(partition) || _createdUnsaved)
            return;
        _createdUnsaved = true;
        Schedule(CreatedDelay, SaveCreated);
    }

    private void SaveCreated()
    {
        if (!_createdUnsaved || _halted)
            return;
        _createdUnsaved = false;
        foreach (var application in _applications.Where(a => a.Created.Count > 0))
        {
            var stored = application.Stored;
            application.Stored = stored with { Created = [.. stored.Created.Union(application.Created)] };
            application.Created.Clear();
        }
        SaveApplications();
    }

    private void SaveApplications() =>
        SaveState(_folder.State with { Applications = [.. _applications.Select(a => a.Stored)] });

    // This comes last: a failure here leaves nothing to repair, because the next start reads the journal.
    private void TrySaveCreated()
    {
        try
        {
            SaveCreated();
        }
        catch (ClusterException e)
        {
            Log.StateNotSaved(e.Message);
        }
    }

    private void SaveState(ManagerState state)
    {
        try
        {
            _folder.Save(state);
        }
        catch (IOException e)
        {
            throw Halt(e);
        }
    }

    private void NoteLoss(PartitionEntry partition, ReplicaAnswer answer)
    {
        var node = partition.Snapshot.Replicas.FirstOrDefault(r => r.Id == answer.ReplicaId)?.Node ?? "an unknown node";
        var reason = answer.LostReason.Length > 0 ? answer.LostReason : "Its disk does not hold the replica.";
        if (partition.Losses.Count == LossesMax)
            partition.Losses.RemoveAt(0);
        partition.Losses.Add((answer.ReplicaId, node, reason));
        var text = $"replica {answer.ReplicaId} of {partition.Name} on {node} has lost its state: {reason}";
        Log.ReplicaLost(text);
        _events.Add(EventKinds.Replica, $"{partition.Service.Name}/{partition.Id}", text);
    }

    private void NoteSalvage(PartitionEntry partition, ReplicaAnswer answer)
    {
        partition.Salvaged[answer.ReplicaId] = answer.Salvaged;
        Log.ReplicaSalvaged(answer.Salvaged);
        _events.Add(EventKinds.Recover, $"{partition.Service.Name}/{partition.Id}", answer.Salvaged);
    }

    private static string SourceOf(string trouble) => trouble == "ApiSlow" ? "System.RAP" : "System.Replicator";

    private static string TextOf(string trouble, string node, string reason) => trouble switch
    {
        "Checkpoint" => $"The replica on {node} could not write its last checkpoint; its log grows. {reason}",
        "ApiSlow" => $"The replica on {node} has not finished '{reason}' for more than 15 s. A RunAsync that ignores "
            + "its cancellation token, or a listener that does not close, delays every change of its role.",
        _ => $"The primary on {node} does not reach all its secondaries, and tries again. {reason}",
    };

    private static void NoteTrouble(
        PartitionEntry partition, NodeEntry node, long replica, string what, string reason)
    {
        if (reason.Length == 0)
            _ = partition.Troubles.Remove((replica, what));
        else
            partition.Troubles[(replica, what)] = (node.Name, reason);
    }

    private void TakeHealth(NodeEntry node, HostEntry host, ControlMessage.HealthReported reported)
    {
        var (kind, id, replica) = reported.Entity;
        var entity = new HealthEntity(kind, host.Activation.ApplicationName);
        if (kind is HealthEntityKind.Partition or HealthEntityKind.Replica)
        {
            if (!_partitions.TryGetValue(id, out var partition))
                return;
            entity = entity with { Service = partition.Service.Name, Partition = id };
            if (kind == HealthEntityKind.Replica)
                entity = entity with { Replica = replica };
        }
        else if (kind != HealthEntityKind.Application)
        {
            entity = entity with { Node = node.Name };
        }

        if (kind == HealthEntityKind.DeployedServicePackage)
            entity = entity with { ServicePackage = host.Activation.Package.Name };
        TakeHealth(entity, reported.Report);
    }

    private bool TakeHealth(HealthEntity entity, HealthReport report)
    {
        if (!_health.Take(entity, report))
            return false;
        if (report.State != "Ok")
        {
            Log.HealthReported(
                report.SourceId, report.State, $"{entity}", report.Property, report.Description);
        }

        return true;
    }

    // A node reports its replicas each time it starts. Of two ids of one partition the higher one has replaced the
    // other.
    private void TakeDisk(NodeEntry node, ControlMessage.NodeDisk disk)
    {
        node.Found = [.. disk.Replicas.GroupBy(r => r.PartitionId).Select(g => g.MaxBy(r => r.ReplicaId)!)];
        node.DiskKnown = true;
        if (_nodes.All(n => n is { Up: true, DiskKnown: true }))
            _ = _nodesUp.TrySetResult();
    }

    private IEnumerable<ReplicaLocation> FoundReplicas(Guid partition) => _nodes.SelectMany(n => n.Found
        .Where(r => r.PartitionId == partition).Select(r => new ReplicaLocation(r.ReplicaId, n.Name)));

    private ReplicaLocation[] UnknownReplicas(PartitionEntry partition) =>
        [.. FoundReplicas(partition.Id).Where(f => Array.TrueForAll(partition.Snapshot.Replicas, r => r.Id != f.Id)
            && Array.TrueForAll(partition.Snapshot.Replicas, r => r.Node != f.Node))];

    private IEnumerable<HealthEventView> StorageEvents()
    {
        foreach (var repair in _folder.Repairs)
            yield return new("cluster", "System.FM", "Storage", "Warning", $"{repair} It was repaired.");
        foreach (var problem in _ports.Problems)
            yield return new("cluster", "System.CM", "Port", "Warning", problem);
        foreach (var (name, note) in _applications.SelectMany(a => a.Definition.Notes, (a, note) => (a.Name, note)))
            yield return new(name, "System.CM", "Manifest", "Ok", note);
        foreach (var (name, note) in _applications.SelectMany(
            a => PlacementNotes(a.Stored.Present), (a, note) => (a.Name, note)))
        {
            yield return new(name, "System.CM", "Placement", "Ok", note);
        }
        foreach (var application in _applications.Where(a => a.Problem.Length > 0))
            yield return new(application.Name, "System.CM", "Manifest", "Error", application.Problem);
        foreach (var p in _partitions.Values)
        {
            var state = p.Snapshot.Complete ? "Ok" : "Warning";
            foreach (var (replica, node, reason) in p.Losses)
            {
                yield return new($"{p.Service.Name}/{p.Id}/{replica}", "System.FM", "StateLost", state,
                    $"The replica on {node} has lost its state. {reason}{(p.Snapshot.Complete
                        ? " The partition is complete again without it." : " Another one takes its place.")}");
            }

            foreach (var (replica, text) in p.Salvaged)
                yield return new($"{p.Service.Name}/{p.Id}/{replica}", "System.FM", "StateSalvaged", "Warning", text);
            foreach (var ((replica, what), (node, reason)) in p.Troubles)
            {
                yield return new($"{p.Service.Name}/{p.Id}/{replica}", SourceOf(what), what, "Warning",
                    TextOf(what, node, reason));
            }

            foreach (var (id, node) in UnknownReplicas(p))
            {
                yield return new($"{p.Service.Name}/{p.Id}/{id}", "System.FM", "UnknownReplica", state,
                    $"{node} holds a replica that no configuration names. It is left alone; 'sfperf cluster recover "
                    + "PARTITION' can use it while the partition is in quorum loss.");
            }
        }
        foreach (var node in _nodes)
        {
            var strangers = node.Found.Count(r => !_partitions.ContainsKey(r.PartitionId));
            if (strangers > 0)
            {
                yield return new(node.Name, "System.FM", "UnknownReplica", "Ok",
                    $"The node's disk holds {strangers} replicas of partitions that are not deployed. They are left "
                    + "alone.");
            }
        }
    }
}
