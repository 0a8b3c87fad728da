using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Cluster.Management.Reported;
using SfPerf.Fabric.Cluster.Supervision;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Transport;
using SfPerf.Platform;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>
/// The manager of a local cluster: starts and watches nodes, places replicas, carries out the decisions of each
/// partition, knows every endpoint. All state belongs to one loop; public methods may be called from any thread.
/// </summary>
/// <remarks>
/// When the manager ends, its nodes and their hosts end too; the next start with the same folder continues.
/// </remarks>
internal sealed partial class ClusterManager : IAsyncDisposable
{
    private const int GenerationShift = 24;
    private static readonly TimeSpan NodeStopLimit = TimeSpan.FromSeconds(5);

    private readonly ClusterOptions _options;
    private readonly TimeProvider _time;
    private readonly DataFolder _folder;
    private readonly ManagerLoop _loop;
    private readonly BoundedLog _logFile;
    private readonly EventHistory _events;
    private readonly HealthStore _health;
    private readonly Listener _listener;
    private readonly PortForwarder _ports;
    private readonly NodeEntry[] _nodes;
    private readonly string _token = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));
    private readonly ManualResetEvent _stopWatching = new(initialState: false);
    private readonly HashSet<ITimer> _timers = [];
    private readonly TaskCompletionSource _nodesUp = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<Exception> _failure = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly long _started;
    private long _lastNumber;
    private bool _stopping;

    internal ClusterManager(ClusterOptions options, DataFolder folder, TimeProvider time)
    {
        (_options, _folder, _time) = (options, folder, time);
        _started = time.GetTimestamp();
        _ports = new(options.Admission);
        _events = new(time);
        _health = new(time);
        _chaosLog = new(time);
        _images = new(folder.Path);
        _images.Clean();
        Uploads = new(_images);
        _lastNumber = folder.State.Generation << GenerationShift;
        _logFile = new(Path.Combine(folder.Path, "log", "manager.log"));
        Log = new EventLog(_logFile.WriteLine, time, options.LogFormat);
        _nodes = [.. LocalNodes.Describe(options.Nodes, folder.Path, folder.State.Generation)
            .Select(d => new NodeEntry(d, options.NodeProperties.GetValueOrDefault(d.Name)
                ?? FrozenDictionary<string, string>.Empty, time))];
        _applications = [.. folder.State.Applications.Select(a => new ApplicationEntry(a))];
        _loop = new(e =>
        {
            Log.ManagerFailed(e is ClusterException ? e.Message : e.ToString());
            _halted = true;
            _ = _failure.TrySetResult(e);
        });
        _listener = new(new IPEndPoint(IPAddress.Loopback, 0), ControlLink.Options(_token),
            _ => new ControlLink(TakeFromNode, LoseNode));
    }

    /// <summary>Gets the manager's log.</summary>
    internal EventLog Log { get; }

    /// <summary>Gets the addresses given to service hosts; set before the first deployment.</summary>
    internal string[] ClientEndpoints { get; set; } = [];

    /// <summary>Gets a task that ends when the manager itself has failed and must stop.</summary>
    internal Task<Exception> Failed => _failure.Task;

    internal TimeSpan Uptime => _time.GetElapsedTime(_started);

    /// <summary>Starts all nodes and waits until each has reported.</summary>
    /// <exception cref="ClusterException">A node did not start in time; its last words are in the message.</exception>
    internal async Task StartAsync()
    {
        _loop.Post(() =>
        {
            FindInterrupted();
            Array.ForEach(_nodes, StartNode);
        });
        new Thread(Watch) { IsBackground = true, Name = "watch" }.UnsafeStart();
        try
        {
            await PatientWait.ForAsync(_nodesUp.Task, _options.StartTimeout, _time).ConfigureAwait(false);
        }
        catch (TimeoutException e)
        {
            var silent = _nodes.Where(n => !n.Up).Select(n => $"{n.Name}: {n.Process?.LastWords}");
            throw new ClusterException("NodeFailed", $"Not every node reported within "
                + $"{e.Message}. "
                + string.Join(Environment.NewLine, silent));
        }
    }

    /// <summary>Ends hosts and nodes in order, then by force. No process is left when the task ends.</summary>
    public async ValueTask DisposeAsync()
    {
        await _chaosEnd.CancelAsync().ConfigureAwait(false);
        var processes = await _loop.InvokeAsync(() =>
        {
            _stopping = true;
            TrySaveCreated();
            foreach (var node in _nodes)
                node.Link?.Send(new ControlMessage.StopNode());
            foreach (var timer in _timers)
                timer.Dispose();
            return (Nodes: _nodes.Where(n => n.Process is not null).Select(n => n.Process!).ToArray(),
                Hosts: _nodes.SelectMany(n => n.Hosts.Values).SelectMany(h => h.OtherProcesses.Append(h.ProcessId))
                    .Where(p => p != 0).ToArray());
        }).ConfigureAwait(false);
        var ended = Task.WhenAll(processes.Nodes.Select(p => p.Exited));
        _ = await Task.WhenAny(ended, Task.Delay(NodeStopLimit, _time)).ConfigureAwait(false);
        foreach (var process in processes.Nodes)
            process.Kill();
        await ended.ConfigureAwait(false);
        await Task.WhenAll(processes.Hosts.Select(p => ProcessControl.EndAsync(p, TimeSpan.FromSeconds(1), _time)))
            .ConfigureAwait(false);
        // Chaos waits no longer than until its last fault has ended.
        await _chaosTask.ConfigureAwait(false);
        _chaosEnd.Dispose();
        _ = _stopWatching.Set();
        await _listener.DisposeAsync().ConfigureAwait(false);
        await _ports.DisposeAsync().ConfigureAwait(false);
        _loop.Dispose();
        _folder.Dispose();
        _logFile.Dispose();
    }

    private long NextNumber() => ++_lastNumber;

    private void Schedule(TimeSpan after, Action action) => _ = ScheduleTimer(after, action);

    private ITimer ScheduleTimer(TimeSpan after, Action action)
    {
        ITimer? timer = null;
        timer = _time.CreateTimer(_ => _loop.Post(() =>
        {
            if (!_timers.Remove(timer!))
                return;
            timer!.Dispose();
            if (!_stopping)
                action();
        }), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        _ = _timers.Add(timer);
        _ = timer.Change(after, Timeout.InfiniteTimeSpan);
        return timer;
    }
}
