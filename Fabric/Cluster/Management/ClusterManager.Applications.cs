using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>The deployed applications, each beside the others.</content>
internal sealed partial class ClusterManager
{
    private const string NotFound = "FABRIC_E_APPLICATION_NOT_FOUND";
    private readonly List<ApplicationEntry> _applications;
    private readonly Dictionary<string, TaskCompletionSource> _turns = []; // of deployments, by application
    private readonly Dictionary<string, Deactivation> _deactivating = [];  // by application id

    /// <summary>Deploys an application and waits until every replica and instance is in place. Those of other names
    /// stay as they are. Deployments of one name take turns.</summary>
    /// <returns>False if the same application was deployed already.</returns>
    /// <exception cref="ManifestException">A program does not exist.</exception>
    /// <exception cref="ClusterException">It collides with another one; or it did not get ready, and the hosts' last
    /// words are in the message.</exception>
    internal async Task<bool> DeployAsync(ApplicationDefinition definition, DeployMode mode, TimeSpan limit)
    {
        CheckSizes(definition);
        var programs = definition.Packages.ToDictionary(p => p.Name, ProgramLocator.Find);
        await TakeTurnAsync(definition.Name).ConfigureAwait(false);
        try
        {
            var (application, deleted) = await _loop.InvokeAsync(() => Deploy(definition, mode, programs))
                .ConfigureAwait(false);
            await AwaitReadyAsync(application, limit, kept: deleted is null).ConfigureAwait(false);
            if (deleted is null)
                return false;
            await deleted.ConfigureAwait(false);
            return true;
        }
        finally
        {
            _loop.Post(() => EndTurn(definition.Name));
        }
    }

    /// <summary>Deletes an application with its state; the others go on. Ends when its processes are gone.</summary>
    /// <exception cref="ClusterException">There is none of this name.</exception>
    internal async Task RemoveAsync(string name)
    {
        var deleted = await _loop.InvokeAsync(() => Delete(_applications.Find(a => a.Name == name)
            ?? throw new ClusterException(NotFound, $"There is no application '{name}'. "
                + (_applications.Count == 0 ? "The cluster holds none."
                    : Suggestion.For(name, [.. _applications.Select(a => a.Name)]))))).ConfigureAwait(false);
        await deleted.ConfigureAwait(false);
    }

    /// <summary>Continues the applications that an earlier start stored, and waits until they serve.</summary>
    /// <param name="except">One that is about to be deployed and therefore left alone; null for none.</param>
    /// <param name="limit">The longest wait.</param>
    /// <returns>Why one does not serve when the wait is over; empty when all do. It goes on trying.</returns>
    internal async Task<string> ReopenAsync(string? except, TimeSpan limit)
    {
        var stored = await _loop.InvokeAsync(() => _applications.Where(a => a.Name != except).ToArray())
            .ConfigureAwait(false);
        var problems = await Task.WhenAll(stored.Select(a => ReopenAsync(a, limit))).ConfigureAwait(false);
        return string.Join(Environment.NewLine, problems.Where(p => p.Length > 0));
    }

    private async Task<string> ReopenAsync(ApplicationEntry application, TimeSpan limit)
    {
        try
        {
            var programs = application.Definition.Packages.ToDictionary(p => p.Name, ProgramLocator.Find);
            await _loop.InvokeAsync(() => Open(application, programs)).ConfigureAwait(false);
            await AwaitReadyAsync(application, limit, kept: true).ConfigureAwait(false);
            return "";
        }
        catch (ManifestException e)
        {
            await _loop.InvokeAsync(() => application.Problem = e.Message).ConfigureAwait(false);
            Log.ApplicationNotOpened(application.Name, e.Message);
            return $"{application.Name}: {e.Message}";
        }
        catch (ClusterException e)
        {
            Log.ApplicationNotReady(application.Name, e.Message);
            return e.Code == NotFound ? "" : $"{application.Name}: {e.Message}";
        }
    }

    /// <summary>Deletes all state and creates the same applications anew.</summary>
    internal async Task ResetAsync(TimeSpan limit)
    {
        var definitions = await _loop.InvokeAsync(() => _applications.Select(a => a.Definition).ToArray())
            .ConfigureAwait(false);
        await Task.WhenAll(definitions.Select(d => DeployAsync(d, DeployMode.Always, limit))).ConfigureAwait(false);
    }

    private async Task TakeTurnAsync(string name)
    {
        while (await _loop.InvokeAsync(Other).ConfigureAwait(false) is { } other)
            await other.ConfigureAwait(false);

        Task? Other() => _turns.TryAdd(name, new(TaskCreationOptions.RunContinuationsAsynchronously))
            ? null : _turns[name].Task;
    }

    private void EndTurn(string name)
    {
        if (_turns.Remove(name, out var turn))
            turn.SetResult();
    }

    // One action of the loop, so that no other deployment comes between what is asked and what is done. The task ends
    // when what was deleted is gone: old and new share nothing but the processors. Null: the same one was kept.
    private (ApplicationEntry Application, Task? Deleted) Deploy(
        ApplicationDefinition definition, DeployMode mode, Dictionary<string, CodeFiles[]> programs)
    {
        var held = _applications.Find(a => a.Name == definition.Name);
        if (held is not null && mode != DeployMode.Always && Text(held.Definition) == Text(definition))
        {
            Open(held, programs);
            return (held, null);
        }
        if (mode == DeployMode.Never && held is not null)
        {
            throw new ClusterException("FABRIC_E_APPLICATION_ALREADY_EXISTS",
                $"{held.Name} is deployed with other manifests or parameters. Nothing was changed. Deploy under "
                + $"another name, or give up {held.Name} with its state: {GiveUp(held.Name)}.");
        }
        var inTheWay = _applications.Where(a => ApplicationCollision.Between(definition, a.Definition) is not null)
            .ToArray();
        if (mode != DeployMode.Replace && inTheWay.Length > 0)
            throw Refusal(definition, inTheWay[0].Definition);
        var gone = inTheWay.Append(held).OfType<ApplicationEntry>().Distinct().Select(Delete).ToArray();
        return (Create(definition, programs), Task.WhenAll(gone));
    }

    // What another application keeps belongs to somebody else.
    private static ClusterException Refusal(ApplicationDefinition next, ApplicationDefinition held)
    {
        var collision = ApplicationCollision.Between(next, held)!;
        return new(collision.Code, $"{collision.Message} Nothing was changed. Deploy under another name, use a cluster "
            + $"with another data folder, or give up {held.Name} with its state: {GiveUp(held.Name)}.");
    }

    private static string GiveUp(string application) => $"'sfperf cluster remove {application}', the option --replace "
        + "of 'sfperf run', of 'sfperf cluster deploy' and of the manager, or \"overwrite\": \"Replace\" in the "
        + "request";

    private void CheckSizes(ApplicationDefinition definition)
    {
        foreach (var service in definition.Services)
        {
            var wanted = Math.Max(service.TargetReplicaSetSize, service.InstanceCount);
            var there = NodesFor(service).Length;
            if (wanted <= there)
                continue;
            var name = service.Stateful ? "TargetReplicaSetSize" : "InstanceCount";
            if (there < _nodes.Length)
            {
                throw new ManifestException(ApplicationReader.FileName, 0, $"{service.Name} wants {name} {wanted} on "
                    + $"{there} node(s) that meet '{service.PlacementConstraints}'. Allowed: 1 to {there}. "
                    + "Each replica or instance needs a node of its own.");
            }
            var nodes = there == 1 ? "1 node. Allowed: 1." : $"{there} nodes. Allowed: 1 to {there}.";
            throw new ManifestException(ApplicationReader.FileName, 0, $"{service.Name} wants {name} {wanted} on "
                + $"{nodes} Each replica or instance needs a node of its own. A run on one node takes the publish "
                + "profile Local.1Node (--set PublishProfile=Local.1Node).");
        }
    }

    private static string Text(ApplicationDefinition definition) =>
        JsonSerializer.Serialize(definition, ManagerJson.Default.ApplicationDefinition);

    private ApplicationEntry Create(ApplicationDefinition definition, Dictionary<string, CodeFiles[]> programs)
    {
        var number = _folder.State.NextApplication;
        var application = new ApplicationEntry(new()
        {
            Id = $"{definition.TypeName}_App{number}",
            Definition = definition,
            Partitions =
                [.. Enumerable.Range(0, definition.Services.Sum(s => s.Scheme.Count)).Select(_ => Guid.NewGuid())],
        });
        _applications.Add(application);
        SaveState(_folder.State with
        {
            NextApplication = number + 1,
            Applications = [.. _applications.Select(a => a.Stored)],
        });
        Log.ApplicationCreated(definition.Name, application.Id);
        foreach (var note in definition.Notes.Concat(PlacementNotes(definition.Services)))
            Log.ManifestNote(note);
        _events.Add(EventKinds.Application, definition.Name, $"{definition.Name} is created");
        Open(application, programs);
        return application;
    }

    // Makes the decision type of each partition from what is stored, and lets it begin.
    private bool Open(ApplicationEntry application, Dictionary<string, CodeFiles[]> programs)
    {
        if (application.IsOpen || !_applications.Contains(application))
            return false;
        (application.IsOpen, application.Problem) = (true, "");
        foreach (var (package, files) in programs)
            application.Programs[package] = files;
        var configurations = _folder.Journal.ReadAll().ToDictionary(c => c.PartitionId);
        var ids = new Queue<Guid>(application.Stored.Partitions);
        foreach (var service in application.Stored.Present)
            Open(application, service, ids, configurations);
        return true;
    }

    private void Open(ApplicationEntry application, ServiceDefinition service, Queue<Guid> ids,
        Dictionary<Guid, PartitionConfiguration> configurations)
    {
        foreach (var key in Keys(service.Scheme))
        {
            var id = ids.Dequeue();
            IPartition machine = service.Stateful
                ? Stateful(application, id, service, configurations.GetValueOrDefault(id))
                : new StatelessPartition(service.InstanceCount, NextNumber);
            var entry = new PartitionEntry(application, id, service, key, machine, NextNumber(), new(_time));
            _partitions[id] = entry;
            application.Partitions.Add(entry);
            TakeGivenUp(entry);
            TellCandidates(entry);
        }
    }

    // A partition that was made once is never made anew because its configuration is missing.
    private StatefulPartition Stateful(
        ApplicationEntry application, Guid id, ServiceDefinition service, PartitionConfiguration? stored)
    {
        var first = FailoverEpoch.First(_folder.State.Generation);
        var (target, min) = (service.TargetReplicaSetSize, service.MinReplicaSetSize);
        if (stored is not null)
        {
            NoteCreated(application, id);
        }
        else if (application.Stored.Created.Contains(id))
        {
            // Which data loss numbers were given is lost as well. As in Service Fabric, the clock names one that none
            // of them reaches; replicas that have accepted a higher one say so.
            var newest = first with
            {
                DataLossNumber = Math.Max(first.DataLossNumber, _time.GetUtcNow().UtcTicks),
            };
            return StatefulPartition.WithoutConfiguration(id, target, min, newest, [.. FoundReplicas(id)], NextNumber);
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

    // The task ends when every node that is up has ended its hosts and deleted its folders.
    private Task Delete(ApplicationEntry application)
    {
        foreach (var partition in application.Partitions)
        {
            _ = partition.Changed.TrySetResult();
            _ = _partitions.Remove(partition.Id);
        }
        // The state first: a partition that it names must keep its configuration.
        _ = _applications.Remove(application);
        _health.Remove(e => e.Application == application.Name);
        SaveApplications();
        RemoveConfigurations(application.Stored.Partitions);
        foreach (var wait in application.Waits)
        {
            _ = wait.Done.TrySetException(
                new ClusterException(NotFound, $"{application.Name} was deleted while it was awaited."));
        }
        var deactivation = new Deactivation();
        _deactivating[application.Id] = deactivation;
        foreach (var node in _nodes.Where(n => n.Up))
        {
            _ = deactivation.Nodes.Add(node.Name);
            node.Link!.Send(new ControlMessage.DeactivateHosts(application.Id, DeleteState: true));
        }
        foreach (var node in _nodes)
        {
            foreach (var host in node.Hosts.Values.Where(h => h.Activation.ApplicationId == application.Id).ToArray())
                _ = node.Hosts.Remove(host.Activation.HostId);
        }
        ForwardPorts();
        EndIfNone(application.Id, deactivation);
        Log.ApplicationDeleted(application.Name);
        _events.Add(EventKinds.Application, application.Name, $"{application.Name} is deleted");
        return deactivation.Done.Task;
    }

    private void RemoveConfigurations(IEnumerable<Guid> partitions)
    {
        try
        {
            foreach (var id in partitions)
                _folder.Journal.Remove(id);
        }
        catch (IOException e)
        {
            throw Halt(e);
        }
    }

    private void TakeDeactivated(NodeEntry node, ControlMessage.HostsDeactivated deactivated)
    {
        if (deactivated.Error.Length > 0)
            Log.FolderNotDeleted(node.Name, deactivated.Error);
        EndDeactivation(node, deactivated.ApplicationId);
        TakeCleared(node, deactivated.ApplicationId);
    }

    private void EndDeactivation(NodeEntry node, string applicationId)
    {
        if (_deactivating.TryGetValue(applicationId, out var deactivation) && deactivation.Nodes.Remove(node.Name))
            EndIfNone(applicationId, deactivation);
    }

    private void EndIfNone(string applicationId, Deactivation deactivation)
    {
        if (deactivation.Nodes.Count > 0)
            return;
        _ = _deactivating.Remove(applicationId);
        deactivation.Done.SetResult();
    }

    private HostActivation Activation(NodeEntry node, PartitionEntry partition)
    {
        var (application, package) = (partition.Application, partition.Service.PackageName);
        var definition = application.Definition;
        var services = application.Stored.Present.Where(s => s.PackageName == package).ToArray();
        return new()
        {
            HostId = HostId(node, partition),
            ApplicationName = definition.Name,
            ApplicationTypeName = definition.TypeName,
            ApplicationId = application.Id,
            Package = definition.Packages.First(p => p.Name == package),
            Files = application.Programs[package],
            ServiceName = services.Length == 1 ? services[0].Name : "",
            Durability = _options.Durability,
            ClientEndpoints = ClientEndpoints,
        };
    }

    /// <summary>The nodes that have not ended the hosts of a deleted application yet.</summary>
    private sealed class Deactivation
    {
        internal HashSet<string> Nodes { get; } = [];

        internal TaskCompletionSource Done { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
