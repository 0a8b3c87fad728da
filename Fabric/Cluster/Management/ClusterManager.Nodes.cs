using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Cluster.Supervision;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>Nodes and their hosts.</content>
internal sealed partial class ClusterManager
{
    private const int NodeFailuresMax = 3;
    private static readonly TimeSpan WatchPeriod = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan OrphanLimit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan NodePause = TimeSpan.FromMilliseconds(200);

    private void StartNode(NodeEntry node)
    {
        if (_stopping || node.StoppedUntil is not null || node.Process is not null)
            return;
        node.Starts++;
        try
        {
            _ = Directory.CreateDirectory(node.Description.Folder);
            var environment = new Dictionary<string, string>(ProgramLocator.RuntimeEnvironment())
            {
                ["SFPERF_CLUSTER_TOKEN"] = _token,
                [EventLog.FormatVariable] = _options.LogFormat.ToString(),
            };
            // A node's hosts inherit it.
            foreach (var (name, value) in _options.Admission.Variables(_options.TokenFile))
                environment[name] = value;
            var process = ChildProcess.Start(_options.NodeProgram,
                [.. _options.NodeProgramArguments, "node", "--manager", _listener.LocalEndPoint.ToString(), "--name",
                    node.Name],
                node.Description.Folder, environment,
                new(Path.Combine(_folder.Path, "log", $"{node.Name}.log")), _options.LogFormat, _time);
            node.Process = process;
            Observe(ReportExitAsync(node, process));
        }
        catch (Exception e) when (e is ChildStartException or IOException or UnauthorizedAccessException)
        {
            FailStart($"Node {node.Name} cannot be started. {e.Message}");
        }
    }

    // Reports the failure of a task that nobody awaits in the same way as the failure of an action of the loop.
    private void Observe(Task task)
    {
        _ = ObserveAsync();

        async Task ObserveAsync()
        {
            try
            {
                await task.ConfigureAwait(false);
            }
            catch (Exception e)
            {
                _loop.Post(() =>
                    throw new InvalidOperationException("A background task of the manager has failed.", e));
            }
        }
    }

    private async Task ReportExitAsync(NodeEntry node, ChildProcess process)
    {
        await process.Exited.ConfigureAwait(false);
        _loop.Post(() => TakeNodeExit(node, process));
    }

    // The hosts of a dead node end by themselves within milliseconds. Their replicas count as down once they are surely
    // gone: a primary that still ran could answer reads.
    private void TakeNodeExit(NodeEntry node, ChildProcess process)
    {
        if (node.Process != process)
            return;
        var said = node.Up;
        if (node.Up)
            node.Since = _time.GetUtcNow();
        (node.Process, node.Link, node.DiskKnown) = (null, null, false);
        node.Heartbeats.Forget();
        node.Ending.Clear();
        if (_stopping)
            return;
        Log.NodeEnded(node.Name, process.Id, process.Reason, process.LastWords);
        _events.Add(EventKinds.ProcessEnded, node.Name, $"{node.Name} (process {process.Id}) ended: {process.Reason}");
        if (!said && node.Starts >= NodeFailuresMax)
            FailStart($"Node {node.Name} does not start: {process.Reason}. {process.LastWords}");
        var hosts = node.Hosts.Values.Where(h => h.ProcessId != 0).ToArray();
        foreach (var other in node.Hosts.Values.SelectMany(h => h.OtherProcesses))
            _ = ProcessControl.Kill(other);
        foreach (var host in node.Hosts.Values)
            host.EndOthers(_time.GetUtcNow());
        foreach (var host in hosts)
            host.Ready = false;
        foreach (var application in _deactivating.Keys.ToArray())
            EndDeactivation(node, application);
        TellCandidates();
        node.IsEnding = true;
        Observe(EndOrphansAsync(node, hosts));
    }

    private async Task EndOrphansAsync(NodeEntry node, HostEntry[] hosts)
    {
        var ended = await Task.WhenAll(hosts.Select(async host =>
            (Host: host,
                Certain: await ProcessControl.EndAsync(host.ProcessId, OrphanLimit, _time).ConfigureAwait(false))))
            .ConfigureAwait(false);
        _loop.Post(() =>
        {
            foreach (var (host, certain) in ended)
            {
                _events.Add(EventKinds.ProcessEnded, host.Activation.HostId,
                    $"{NameOf(node, host)} (process {host.ProcessId}) ended with its node");
                host.Runs = host.Runs.Ended(null, _time.GetUtcNow());
                TellHostDown(node, host, certain);
            }
            node.IsEnding = false;
            if (node.GivingUp is not null)
                GiveUpState(node);
            Schedule(node.Starts > 1 ? NodePause : TimeSpan.Zero, () => StartNode(node));
        });
    }

    private void TakeFromNode(ControlLink link, ControlMessage message)
    {
        if (link.Owner is NodeEntry node)
        {
            node.Heartbeats.Note(debugged: false);
            if (message is not ControlMessage.Heartbeat)
                _loop.Post(() => Take(node, link, message));
            return;
        }
        var hello = message as ControlMessage.NodeHello;
        var entry = hello?.Token == _token ? Array.Find(_nodes, n => n.Name == hello.Node) : null;
        if (entry is null)
        {
            link.Connection!.Close("this is no node of this cluster");
            return;
        }
        link.Owner = entry;
        _loop.Post(() => Welcome(entry, link, hello!.ProcessId));
    }

    private void Welcome(NodeEntry node, ControlLink link, int processId)
    {
        if (node.Process?.Id != processId || _stopping)
        {
            link.Connection!.Close("the node was replaced");
            return;
        }
        (node.Link, node.Since) = (link, _time.GetUtcNow());
        node.Heartbeats.Note(debugged: false);
        link.Send(new ControlMessage.NodeWelcome(node.Description));
        Log.NodeUp(node.Name, processId);
        _events.Add(EventKinds.ProcessReady, node.Name, $"{node.Name} (process {processId}) is up");
        foreach (var host in node.Hosts.Values)
            link.Send(new ControlMessage.ActivateHost(host.Activation));
        TellCandidates();
    }

    private void LoseNode(ControlLink link, string reason)
    {
        // The end of the process follows, or the watch kills it. Only then is it certain that nothing runs there any
        // more.
        if (link.Owner is NodeEntry node)
        {
            _loop.Post(() =>
            {
                if (node.Link != link || _stopping)
                    return;
                Log.NodeLost(node.Name, reason);
                node.Process?.Kill();
            });
        }
    }

    private void Take(NodeEntry node, ControlLink link, ControlMessage message)
    {
        if (node.Link != link)
            return;
        switch (message)
        {
            case ControlMessage.NodeDisk disk:
                TakeDisk(node, disk);
                break;
            case ControlMessage.HostStarted started when node.Hosts.TryGetValue(started.HostId, out var host):
                (host.Runs, host.Endpoints) =
                    (host.Runs.Started(started.ProcessId, _time.GetUtcNow()), started.Endpoints);
                break;
            case ControlMessage.HostReady ready when node.Hosts.TryGetValue(ready.HostId, out var host):
                (host.Ready, host.Failures) = (true, 0);
                Log.HostReady(ready.HostId, ready.ProcessId);
                _events.Add(EventKinds.ProcessReady, ready.HostId,
                    $"{NameOf(node, host)} (process {ready.ProcessId}) is ready");
                foreach (var p in PartitionsOf(host))
                    Apply(p, new PartitionEvent.HostUp(node.Name));
                ForwardPorts();
                break;
            case ControlMessage.HostExited exited when node.Hosts.TryGetValue(exited.HostId, out var host):
                TakeHostExit(node, host, exited);
                break;
            case ControlMessage.OtherProcess other when node.Hosts.TryGetValue(other.HostId, out var host):
                TakeOther(host, other);
                break;
            case ControlMessage.CompanionEnded ended when node.Hosts.TryGetValue(ended.HostId, out var host):
                TakeCompanion(host, ended);
                break;
            case ControlMessage.HostsDeactivated deactivated:
                TakeDeactivated(node, deactivated);
                break;
            case ControlMessage.Answer { Body: var answer } when _partitions.TryGetValue(answer.PartitionId,
                out var partition):
                TakeAnswer(partition, answer);
                break;
            case ControlMessage.ReplicaFault fault when _partitions.TryGetValue(fault.PartitionId, out var partition):
                Log.ReplicaFault(fault.ReplicaId, partition.Service.Name, node.Name);
                Apply(partition, new PartitionEvent.Fault(fault.ReplicaId, fault.Permanent));
                break;
            case ControlMessage.ReplicaTrouble trouble when _partitions.TryGetValue(trouble.PartitionId,
                out var partition):
                NoteTrouble(partition, node, trouble.ReplicaId, "Checkpoint", trouble.Checkpoint);
                NoteTrouble(partition, node, trouble.ReplicaId, "Secondary", trouble.Secondaries);
                NoteTrouble(partition, node, trouble.ReplicaId, "ApiSlow", trouble.Slow);
                break;
            case ControlMessage.HealthReported reported when node.Hosts.TryGetValue(reported.HostId, out var host):
                TakeHealth(node, host, reported);
                break;
            case ControlMessage.LoadReported load when _partitions.TryGetValue(load.PartitionId, out var partition):
                partition.Loads.Take(load);
                break;
        }
    }

    private void TakeCompanion(HostEntry host, ControlMessage.CompanionEnded ended)
    {
        if (ended.Problem.Length == 0)
        {
            _ = host.CompanionProblems.Remove(ended.CodePackage);
            return;
        }
        host.CompanionProblems[ended.CodePackage] = ended.Problem;
        Log.CodePackageEnded(ended.CodePackage, ended.HostId, ended.Problem);
    }

    private void TakeHostExit(NodeEntry node, HostEntry host, ControlMessage.HostExited exited)
    {
        host.Runs = exited.ProcessId == 0 ? host.Runs.NotStarted(_time.GetUtcNow())
            : host.Runs.Ended(exited.ExitCode, _time.GetUtcNow());
        host.Ready = false;
        host.LastWords = $"{exited.Reason}. {exited.LastWords}";
        host.Failures = exited.WasReady ? 0 : host.Failures + 1;
        host.DiskFailures = exited.DiskFailed ? host.DiskFailures + 1 : 0;
        Log.HostEnded(exited.HostId, exited.ProcessId, host.LastWords);
        _events.Add(EventKinds.ProcessEnded, exited.HostId,
            $"{NameOf(node, host)} (process {exited.ProcessId}) ended: {exited.Reason}");
        TellHostDown(node, host, certain: true);
        if (_applications.Find(a => a.Id == host.Activation.ApplicationId) is { } application)
            CheckDeployment(application);
    }

    private static string NameOf(NodeEntry node, HostEntry host) =>
        $"{ProgramName.Stem(host.Activation.Package.Code.Program)} on {node.Name}";

    // The ports that manifests fix lead to the hosts that are ready.
    private void ForwardPorts()
    {
        if (_nodes.Length == 1)
            return;
        var hosts = _nodes.SelectMany(n => n.Hosts.Values, (n, h) => (Node: n, Host: h));
        var doors = hosts.SelectMany(h => h.Host.Activation.Package.Endpoints.Where(e => e.IsForwarded),
            (h, e) => (e.Port, h.Host.Ready, Own: h.Host.Endpoints.FirstOrDefault(o => o.Name == e.Name),
                h.Node.Description.Address));
        _ports.Set(doors.GroupBy(d => d.Port).ToDictionary(
            g => g.Key,
            g => g.Where(d => d is { Ready: true, Own: not null })
                .Select(d => new IPEndPoint(IPAddress.Parse(d.Address), d.Own!.Port)).ToArray()));
    }

    private void TellHostDown(NodeEntry node, HostEntry host, bool certain)
    {
        ForwardPorts();
        foreach (var p in PartitionsOf(host))
        {
            // A replica of a host that has ended has no more trouble to report.
            foreach (var key in p.Troubles.Where(t => t.Value.Node == node.Name).Select(t => t.Key).ToArray())
                _ = p.Troubles.Remove(key);
            Apply(p, new PartitionEvent.HostDown(node.Name, certain));
        }
    }

    private void FailStart(string message)
    {
        Log.NodeNotStarted(message);
        _nodesUp.TrySetException(new ClusterException("NodeFailed", message));
    }

    // On a thread of its own: a busy thread pool must not look like a silent node.
    private void Watch()
    {
        var last = _time.GetTimestamp();
        while (!_stopWatching.WaitOne(WatchPeriod))
        {
            var late = _time.GetElapsedTime(last) - WatchPeriod;
            last = _time.GetTimestamp();
            foreach (var node in _nodes.Where(n => n.Up && n.Heartbeats.Look(late) > _options.Suspicion))
                _loop.Post(() => EndIfSilent(node));
        }
    }

    // The process may have sent a heartbeat since the look, or another may have taken its place.
    private void EndIfSilent(NodeEntry node)
    {
        if (node.Process is null || _stopping || node.Heartbeats.Look(TimeSpan.Zero) <= _options.Suspicion)
            return;
        node.Heartbeats.Forget();
        Log.NodeSilent(node.Name, node.Process.Id, _options.Suspicion.TotalSeconds);
        node.Process.Kill();
    }
}
