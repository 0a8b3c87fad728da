using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Manifests;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Cluster.Nodes;

/// <summary>
/// The agent of one simulated machine, in a process of its own: starts and supervises service hosts, passes commands
/// and answers on, sends heartbeats to its manager. It ends, with its hosts, when the manager is gone.
/// </summary>
internal sealed class NodeAgent : IAsyncDisposable
{
    private const int HeartbeatsPerLook = 1000 / ControlMessage.Heartbeat.Milliseconds;
    private static readonly TimeSpan HeartbeatPeriod = TimeSpan.FromMilliseconds(ControlMessage.Heartbeat.Milliseconds);
    private readonly string _token;
    private readonly TimeProvider _time;
    private readonly Random _random;
    private readonly TaskCompletionSource _over = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ManualResetEvent _stopHeartbeats = new(initialState: false);
    private readonly ConcurrentDictionary<string, HostSupervisor> _hosts = [];
    private readonly ThreadPoolProbe _pool;
    private readonly Lock _portGate = new();
    private readonly Listener _listener;
    private PortPool? _ports; // guarded by _portGate
    private NodeDescription? _node;
    private ControlLink? _manager;
    private bool _managerGone;
    private Task _ending = Task.CompletedTask; // of deactivated hosts; by the manager's messages only

    private NodeAgent(string token, TimeProvider time, Random random)
    {
        (_token, _time, _random, _pool) = (token, time, random, new(time));
        _listener = new(new IPEndPoint(IPAddress.Loopback, 0), ControlLink.Options(token),
            _ => new ControlLink(TakeFromHost, (_, _) => { }));
    }

    /// <summary>Runs a node until its manager tells it to stop or is gone.</summary>
    internal static async Task RunAsync(
        string managerAddress, string token, string name, TimeProvider time, Random random, CancellationToken stop)
    {
        var agent = new NodeAgent(token, time, random);
        await using var disposal = agent.ConfigureAwait(false);
        agent._manager = await ControlLink.ConnectAsync(
            managerAddress, token, agent.TakeFromManager, agent.LoseManager, stop).ConfigureAwait(false);
        agent.Report(new ControlMessage.NodeHello(token, name, Environment.ProcessId));
        new Thread(agent.SendHeartbeats) { IsBackground = true, Name = "heartbeat" }.UnsafeStart();
        await agent._over.Task.WaitAsync(stop).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _stopHeartbeats.Set();
        if (_managerGone)
        {
            foreach (var host in _hosts.Values)
                host.Kill();
        }
        await Task.WhenAll(_hosts.Values.Select(h => h.DisposeAsync().AsTask())).ConfigureAwait(false);
        await _listener.DisposeAsync().ConfigureAwait(false);
        _manager?.Connection?.Dispose();
        lock (_portGate)
            _ports?.Dispose();
    }

    internal string Address => _node!.Address;

    internal bool SharesMachine => _node!.SharesMachine;

    internal void Report(ControlMessage message) => _manager?.Send(message);

    internal Dictionary<string, string> EnvironmentOf(HostActivation activation, CodePackageDefinition code)
    {
        var variables = HostEnvironment.Of(activation, code, _node!, _listener.LocalEndPoint.ToString(),
            AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        // Only the first code package is a host; the others get no right to be one.
        if (code == activation.Package.Code)
            variables[HostEnvironment.TokenVariable] = _token;
        return variables;
    }

    internal EndpointPort[] TakePorts(EndpointDefinition[] endpoints)
    {
        lock (_portGate)
        {
            _ports ??= new(_node!.ApplicationPortFirst, _node.ApplicationPortLast, _random);
            return TakeAll(endpoints);
        }
    }

    // All or none: what was taken before the range was used up is free again.
    private EndpointPort[] TakeAll(EndpointDefinition[] endpoints)
    {
        var taken = new List<EndpointPort>();
        try
        {
            foreach (var e in endpoints)
                taken.Add(new(e.Name, e.Protocol, IsOwn(e) ? e.Port : _ports!.Take()));
            return [.. taken];
        }
        catch (InvalidOperationException)
        {
            foreach (var endpoint in taken)
                _ports!.Return(endpoint.Port);
            throw;
        }
    }

    // Only one node of a machine can have a port. Where there are several, the manager listens at it.
    private bool IsOwn(EndpointDefinition endpoint) =>
        endpoint.Port != 0 && !(SharesMachine && endpoint.IsForwarded);

    internal void ReturnPorts(EndpointPort[] endpoints)
    {
        lock (_portGate)
        {
            foreach (var endpoint in endpoints)
                _ports!.Return(endpoint.Port);
        }
    }

    // A heartbeat says that this node tells its manager what becomes of its hosts. A node that cannot is silent, so
    // that the manager replaces it: one whose thread pool stands still, and one that does not notice the end of a
    // process.
    private void SendHeartbeats()
    {
        var last = _time.GetTimestamp();
        var (sent, missing) = (0, false);
        while (!_stopHeartbeats.WaitOne(HeartbeatPeriod))
        {
            var late = _time.GetElapsedTime(last) - HeartbeatPeriod;
            last = _time.GetTimestamp();
            foreach (var host in _hosts.Values)
                host.EndIfSilent(late);
            // A look reads a file of the kernel for each host.
            if (++sent % HeartbeatsPerLook == 0)
                missing = _hosts.Values.Count(h => h.MissesEnd()) > 0;
            if (_pool.IsRunning() && !missing)
                Report(new ControlMessage.Heartbeat());
        }
    }

    private void LoseManager(ControlLink link, string reason)
    {
        _managerGone = true;
        foreach (var host in _hosts.Values)
            host.Kill();
        _over.TrySetResult();
    }

    private void TakeFromManager(ControlLink link, ControlMessage message)
    {
        switch (message)
        {
            case ControlMessage.NodeWelcome welcome:
                _node = welcome.Node;
                Report(new ControlMessage.NodeDisk(FoundReplica.In(_node.Folder)));
                break;
            case ControlMessage.ActivateHost activate:
                var host = new HostSupervisor(this, activate.Activation, _time);
                if (_hosts.TryAdd(activate.Activation.HostId, host))
                    host.Start(_ending);
                break;
            case ControlMessage.Order order when _hosts.TryGetValue(order.HostId, out var to):
                to.Send(order);
                break;
            case ControlMessage.DeactivateHosts deactivate:
                _ = DeactivateAsync(deactivate);
                break;
            case ControlMessage.StopNode:
                _over.TrySetResult();
                break;
        }
    }

    private async Task DeactivateAsync(ControlMessage.DeactivateHosts deactivate)
    {
        var hosts = _hosts.Where(h => h.Value.ApplicationId == deactivate.ApplicationId).ToArray();
        var ends = hosts.Select(h => h.Value.DisposeAsync().AsTask()).ToArray();
        // State that is to be deleted need not be closed in order first.
        foreach (var host in hosts.Where(_ => deactivate.DeleteState))
            host.Value.Kill();
        var ended = Task.WhenAll(ends);
        // A host that is started meanwhile may need a port of any that ends.
        _ending = _ending.IsCompleted ? ended : Task.WhenAll(_ending, ended);
        await ended.ConfigureAwait(false);
        foreach (var host in hosts)
            _ = _hosts.TryRemove(host);
        var folder = HostEnvironment.ApplicationFolder(_node!, deactivate.ApplicationId);
        var error = "";
        try
        {
            if (deactivate.DeleteState && Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            error = e.Message;
        }
        Report(new ControlMessage.HostsDeactivated(deactivate.ApplicationId, error));
    }

    private void TakeFromHost(ControlLink link, ControlMessage message)
    {
        if (link.Owner is null)
        {
            if (message is ControlMessage.HostHello hello && hello.Token == _token
                && _hosts.TryGetValue(hello.HostId, out var known)
                && known.Attach(link, hello.ProcessId, known.Current, _node!))
            {
                link.Owner = (known, hello);
                return;
            }
            link.Connection!.Close("this is no host of this node");
            return;
        }
        var (host, identity) = ((HostSupervisor, ControlMessage.HostHello))link.Owner;
        if (message is ControlMessage.Heartbeat heartbeat)
            host.NoteHeartbeat(heartbeat.Debugged);
        else if (message is not ControlMessage.TypeRegistered registered)
            Report(message);
        else if (host.Register(registered.TypeName))
            Report(new ControlMessage.HostReady(identity.HostId, identity.ProcessId));
    }
}
