using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>The deployed application.</content>
internal sealed partial class ClusterManager
{
    private readonly SemaphoreSlim _deploying = new(1);
    private readonly Dictionary<string, string> _programs = [];
    private readonly HashSet<string> _deactivating = [];
    private StoredApplication? _application;
    private ApplicationDefinition? _coming; // being deployed
    private TaskCompletionSource? _deployed;
    private bool _readyWithQuorum;
    private volatile bool _allServe;
    private TaskCompletionSource? _deactivated;

    /// <summary>Deploys an application and waits until every replica and instance is in place.</summary>
    /// <returns>False if the same application was deployed already.</returns>
    /// <exception cref="ManifestException">A program does not exist.</exception>
    /// <exception cref="ClusterException">It did not get ready; the hosts' last words are in the message.</exception>
    internal async Task<bool> DeployAsync(ApplicationDefinition definition, DeployMode mode, TimeSpan limit)
    {
        CheckSizes(definition);
        var programs = definition.Packages.ToDictionary(p => p.Name, ProgramLocator.Find);
        await _deploying.WaitAsync().ConfigureAwait(false);
        try
        {
            var same = await _loop.InvokeAsync(() => IsSame(definition)).ConfigureAwait(false);
            if (same && mode != DeployMode.Always)
            {
                await _loop.InvokeAsync(() => Open(programs)).ConfigureAwait(false);
                await AwaitReadyAsync(limit, kept: true).ConfigureAwait(false);
                return false;
            }
            await _loop.InvokeAsync(() => RefuseForeign(definition, mode)).ConfigureAwait(false);
            if (mode == DeployMode.Never && await _loop.InvokeAsync(() => Stored is not null).ConfigureAwait(false))
            {
                throw new ClusterException("FABRIC_E_APPLICATION_ALREADY_EXISTS",
                    $"An application is deployed with other manifests or parameters as {Stored?.Definition.Name}.");
            }
            await _loop.InvokeAsync(() => _coming = definition).ConfigureAwait(false);
            // The two share nothing but the processors, so the new application starts while the old one's files are
            // deleted.
            var deleted = DeleteAsync();
            await _loop.InvokeAsync(() => Create(definition, programs)).ConfigureAwait(false);
            await AwaitReadyAsync(limit, kept: false).ConfigureAwait(false);
            await deleted.ConfigureAwait(false);
            return true;
        }
        finally
        {
            _loop.Post(() => _coming = null);
            _ = _deploying.Release();
        }
    }

    /// <summary>Continues an application that an earlier start stored, and waits until it serves.</summary>
    /// <returns>Why it does not serve when the wait is over; empty when it does. It goes on trying.</returns>
    /// <exception cref="ManifestException">A program does not exist any more.</exception>
    internal async Task<string> ReopenAsync(TimeSpan limit)
    {
        if (Stored is not { } stored) return "";
        var programs = stored.Definition.Packages.ToDictionary(p => p.Name, ProgramLocator.Find);
        await _loop.InvokeAsync(() => Open(programs)).ConfigureAwait(false);
        try
        {
            await AwaitReadyAsync(limit, kept: true).ConfigureAwait(false);
            return "";
        }
        catch (ClusterException e)
        {
            Log($"The application is not ready. {e.Message}");
            return e.Message;
        }
    }

    // Its own application may be deployed with other manifests; another one's state belongs to somebody else.
    private bool RefuseForeign(ApplicationDefinition definition, DeployMode mode)
    {
        if (mode == DeployMode.Replace || Stored?.Definition is not { } held
            || (held.Name, held.TypeName) == (definition.Name, definition.TypeName))
            return false;
        throw new ClusterException("FABRIC_E_APPLICATION_ALREADY_EXISTS", $"The cluster holds another application, "
            + $"{held.Name} of type {held.TypeName}, with its state; {definition.Name} of type {definition.TypeName} "
            + "would replace it and delete that state. Nothing was changed. Use a cluster with another data folder, "
            + "or give the state up: the option --replace of 'sfperf run' and of the manager, or "
            + "\"overwrite\": \"Replace\" in the request.");
    }

    private void CheckSizes(ApplicationDefinition definition)
    {
        foreach (var service in definition.Services)
        {
            var wanted = Math.Max(service.TargetReplicaSetSize, service.InstanceCount);
            if (wanted <= _nodes.Length) continue;
            var name = service.Stateful ? "TargetReplicaSetSize" : "InstanceCount";
            throw new ManifestException(ApplicationReader.FileName, 0, $"{service.Name} wants {name} {wanted} on "
                + $"{_nodes.Length} node(s). Allowed: 1 to {_nodes.Length}. Each replica or instance needs a node of "
                    + $"its own; "
                + "the publish profile Local.1Node fits one node.");
        }
    }

    /// <summary>Deletes all state and creates the same application anew.</summary>
    internal async Task ResetAsync(TimeSpan limit)
    {
        if (Stored is not { } stored) return;
        _ = await DeployAsync(stored.Definition, DeployMode.Always, limit).ConfigureAwait(false);
    }

    private StoredApplication? Stored => _folder.State.Application;

    private bool IsSame(ApplicationDefinition definition) =>
        Stored is { } stored && Text(stored.Definition) == Text(definition);

    private static string Text(ApplicationDefinition definition) =>
        JsonSerializer.Serialize(definition, ManagerJson.Default.ApplicationDefinition);

    private bool Create(ApplicationDefinition definition, Dictionary<string, string> programs)
    {
        var state = _folder.State;
        var partitions = definition.Services.Sum(s => s.Scheme.Count);
        SaveState(state with
        {
            NextApplication = state.NextApplication + 1,
            Application = new()
            {
                Id = $"{definition.TypeName}_App{state.NextApplication}",
                Definition = definition,
                Partitions = [.. Enumerable.Range(0, partitions).Select(_ => Guid.NewGuid())],
            },
        });
        Log($"Application {definition.Name} is created as {Stored!.Id}.");
        foreach (var note in definition.Notes) Log(note);
        _events.Add(EventKinds.Application, definition.Name, $"{definition.Name} is created");
        return Open(programs);
    }

    // Makes the decision type of each partition from what is stored, and lets it begin.
    private bool Open(Dictionary<string, string> programs)
    {
        if (_application == Stored) return false;
        _application = Stored;
        foreach (var (package, file) in programs) _programs[package] = file;
        var configurations = _folder.Journal.ReadAll().ToDictionary(c => c.PartitionId);
        var ids = new Queue<Guid>(_application!.Partitions);
        foreach (var service in _application.Definition.Services)
        {
            foreach (var key in Keys(service.Scheme))
            {
                var id = ids.Dequeue();
                IPartition machine = service.Stateful
                    ? Stateful(id, service, configurations.GetValueOrDefault(id))
                    : new StatelessPartition(service.InstanceCount, NextNumber);
                var entry = new PartitionEntry(id, service, key, machine, NextNumber(), new(_time));
                _partitions[id] = entry;
                Apply(entry, new PartitionEvent.Nodes(Candidates(entry)));
            }
        }
        return true;
    }

    // A partition that was made once is never made anew because its configuration is missing.
    private StatefulPartition Stateful(Guid id, ServiceDefinition service, PartitionConfiguration? stored)
    {
        var first = FailoverEpoch.First(_folder.State.Generation);
        var (target, min) = (service.TargetReplicaSetSize, service.MinReplicaSetSize);
        if (stored is not null) NoteCreated(id);
        else if (_application!.Created.Contains(id))
        {
            return StatefulPartition.WithoutConfiguration(id, target, min, first, [.. FoundReplicas(id)], NextNumber);
        }
        return new(id, target, min, first, stored, NextNumber);
    }

    private static IEnumerable<PartitionKey> Keys(PartitionScheme scheme) => scheme.Kind switch
    {
        "Int64Range" => scheme.Ranges()
            .Select(r => new PartitionKey { Kind = scheme.Kind, LowKey = r.Low, HighKey = r.High }),
        "Named" => scheme.Names.Select(n => new PartitionKey { Kind = scheme.Kind, Name = n }),
        _ => [new PartitionKey { Kind = scheme.Kind }],
    };

    private async Task DeleteAsync()
    {
        var deactivated = await _loop.InvokeAsync(() =>
        {
            if (Stored is not { } stored) return Task.CompletedTask;
            foreach (var partition in _partitions.Values) _ = partition.Changed.TrySetResult();
            // The state first: a partition that it names must keep its configuration.
            SaveState(_folder.State with { Application = null });
            RemoveConfigurations(stored);
            _partitions.Clear();
            _created.Clear();
            _application = null;
            _deactivated = new(TaskCreationOptions.RunContinuationsAsynchronously);
            foreach (var node in _nodes.Where(n => n.Up))
            {
                _ = _deactivating.Add(node.Name);
                node.Link!.Send(new ControlMessage.DeactivateHosts(stored.Id, DeleteState: true));
            }
            foreach (var node in _nodes) node.Hosts.Clear();
            ForwardPorts();
            if (_deactivating.Count == 0) _deactivated.SetResult();
            Log($"Application {stored.Definition.Name} is deleted.");
            _events.Add(EventKinds.Application, stored.Definition.Name, $"{stored.Definition.Name} is deleted");
            return _deactivated.Task;
        }).ConfigureAwait(false);
        await deactivated.ConfigureAwait(false);
    }

    private void RemoveConfigurations(StoredApplication stored)
    {
        try
        {
            foreach (var id in stored.Partitions) _folder.Journal.Remove(id);
        }
        catch (IOException e)
        {
            throw Halt(e);
        }
    }

    private void TakeDeactivated(NodeEntry node, ControlMessage.HostsDeactivated deactivated)
    {
        if (deactivated.Error.Length > 0) Log($"{node.Name} could not delete a folder. {deactivated.Error}");
        EndDeactivation(node);
    }

    private void EndDeactivation(NodeEntry node)
    {
        if (_deactivating.Remove(node.Name) && _deactivating.Count == 0) _ = _deactivated?.TrySetResult();
    }

    // An application that was kept is ready with a quorum in each partition: what one replica lacks is built beside.
    private async Task AwaitReadyAsync(TimeSpan limit, bool kept)
    {
        var ready = await _loop.InvokeAsync(() =>
        {
            _readyWithQuorum = kept;
            _deployed = new(TaskCreationOptions.RunContinuationsAsynchronously);
            CheckDeployment();
            return _deployed;
        }).ConfigureAwait(false);
        try
        {
            await PatientWait.ForAsync(ready.Task, limit, _time).ConfigureAwait(false);
        }
        catch (TimeoutException) when (kept && _allServe)
        {
            // A replica is still being built; the health tells which.
        }
        catch (TimeoutException e)
        {
            var why = await _loop.InvokeAsync(Unready).ConfigureAwait(false);
            throw new ClusterException("Timeout", $"The application was not ready after {e.Message}. "
                + $"{why}");
        }
        finally
        {
            _loop.Post(() => _deployed = null);
        }
    }

    private void CheckDeployment()
    {
        if (_deployed is null) return;
        _allServe = _partitions.Values.All(p => p.Snapshot.Status == PartitionStatus.Ready);
        var hosts = _nodes.SelectMany(n => n.Hosts.Values).ToArray();
        var hopeless = Array.Find(hosts, h => h.IsHopeless);
        if (_partitions.Values.All(p => p.Snapshot.Complete
            || _readyWithQuorum && _allServe && (hopeless is not null || ServesWithout(p))))
        {
            SaveCreated();
            _ = _deployed.TrySetResult();
        }
        // What is new fails with its first host or replica that cannot start; what was kept, when it has no quorum.
        if (_readyWithQuorum && (_allServe || Array.Exists(hosts, h => !h.IsHopeless))) hopeless = null;
        if (hopeless is not null)
        {
            _ = _deployed.TrySetException(new ClusterException("HostFailed",
                $"The service host {hopeless.Activation.HostId} does not start: {hopeless.LastWords}"));
        }
        if (_partitions.Values.FirstOrDefault(p => _readyWithQuorum ? p.Snapshot.Stuck : p.Snapshot.Failing)
            is { } failing)
        {
            _ = _deployed.TrySetException(new ClusterException("ReplicaFailed",
                $"Partition {failing.Id} of {failing.Service.Name} does not get ready. {failing.Snapshot.LastError}"));
        }
        if (_partitions.Values.FirstOrDefault(p => p.Snapshot.Hopeless) is { } lost)
            _ = _deployed.TrySetException(new ClusterException("FABRIC_E_NO_WRITE_QUORUM", LostQuorum(lost)));
    }

    // It serves, and a replica of it has lost its state or fails to open: the others do not wait for that one.
    private static bool ServesWithout(PartitionEntry partition) => partition.Snapshot.Failing
        || partition.Losses.Count > 0 || partition.Snapshot.Replicas.Any(r => r.Status == ReplicaStatus.Dropped);

    private static string LostQuorum(PartitionEntry p) =>
        $"Partition {p.Id} of {p.Service.Name} is in quorum loss. {p.Snapshot.LastError} Bring the missing disks back, "
        + "or give up what only they hold with 'sfperf cluster recover', or delete all state with a reset.";

    private string Unready()
    {
        var partitions = _partitions.Values.Where(p => !p.Snapshot.Complete)
            .Select(p => p.Snapshot.Status == PartitionStatus.InQuorumLoss ? LostQuorum(p)
                : $"{p.Service.Name} {p.Snapshot} {p.Snapshot.LastError}");
        var hosts = _nodes.SelectMany(n => n.Hosts.Values).Where(h => !h.Ready)
            .Select(h => $"{h.Activation.HostId}: "
                + $"{(h.LastWords.Length > 0 ? h.LastWords : "has not registered its types")}");
        return string.Join(Environment.NewLine, partitions.Concat(hosts));
    }

    private static string HostId(NodeEntry node, ServiceDefinition service, string applicationId) =>
        HostId(node.Name, applicationId, service.PackageName);

    private string HostId(NodeEntry node, ServiceDefinition service) => HostId(node, service, _application!.Id);

    private HostActivation Activation(NodeEntry node, ServiceDefinition service)
    {
        var definition = _application!.Definition;
        var services = definition.Services.Where(s => s.PackageName == service.PackageName).ToArray();
        return new()
        {
            HostId = HostId(node, service),
            ApplicationName = definition.Name,
            ApplicationTypeName = definition.TypeName,
            ApplicationId = _application.Id,
            Package = definition.Packages.First(p => p.Name == service.PackageName),
            Executable = _programs[service.PackageName],
            ServiceName = services.Length == 1 ? services[0].Name : "",
            Durability = _options.Durability,
            ClientEndpoints = ClientEndpoints,
        };
    }
}
