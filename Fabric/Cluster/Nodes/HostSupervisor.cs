using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Supervision;
using SfPerf.Fabric.Control;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Nodes;

/// <summary>Keeps one service host process running on this node until it is told to end.</summary>
internal sealed class HostSupervisor : IAsyncDisposable
{
    private static readonly TimeSpan ExitLimit = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Suspicion = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan StoppedSuspicion = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan PauseMax = TimeSpan.FromSeconds(5);

    // The start of a process takes a processor for some tenths of a second. Nodes that share the processors of a
    // machine leave them to the replicas that take over within this time.
    private static readonly TimeSpan SharedPause = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan ProofOfLife = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan ProofAfterKill = TimeSpan.FromSeconds(1);

    private readonly NodeAgent _agent;
    private readonly HostActivation _activation;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private readonly HashSet<string> _registered = []; // guarded by _gate
    private readonly HeartbeatWatch _heartbeats;
    private bool _unnoticed;                           // at the last look; the heartbeat thread only
    private ChildProcess? _process;                    // guarded by _gate
    private ControlLink? _link;                        // guarded by _gate
    private string? _verdict;                          // guarded by _gate; why this node has killed the process
    private Task _loop = Task.CompletedTask;

    internal HostSupervisor(NodeAgent agent, HostActivation activation, TimeProvider time) =>
        (_agent, _activation, _time, _heartbeats) = (agent, activation, time, new(time));

    internal string ApplicationId => _activation.ApplicationId;

    /// <summary>Starts the process once those have ended whose ports it may need.</summary>
    internal void Start(Task others) => _loop = RunAsync(others);

    /// <summary>
    /// Passes a command on; without a host it is lost, and the manager learns of the host's end anyway.
    /// </summary>
    internal void Send(ControlMessage message)
    {
        if (_activation.Package.IsGuest && message is ControlMessage.Order order)
            AnswerForGuest(order.Body);
        ControlLink? link;
        lock (_gate)
            link = _link;
        link?.Send(message);
    }

    // The process of a guest is its instance: it is open as long as it runs, at the addresses of its endpoints.
    private void AnswerForGuest(ReplicaOrder order)
    {
        if (order.Request == 0)
            return;
        var opens = order.Command.Kind == ReplicaCommandKind.Open;
        _agent.Report(new ControlMessage.Answer(_activation.HostId, new()
        {
            PartitionId = order.PartitionId,
            ReplicaId = order.ReplicaId,
            Request = order.Request,
            Address = opens ? GuestAddress.Of(Current, _agent.Address) : "",
        }));
    }

    /// <summary>Takes the connection of the process that was started last; others are refused.</summary>
    internal bool Attach(ControlLink link, int processId, HostActivation activation, NodeDescription node)
    {
        lock (_gate)
        {
            if (_process?.Id != processId)
                return false;
            _link = link;
        }
        link.Send(new ControlMessage.HostWelcome(activation, node));
        return true;
    }

    internal HostActivation Current { get; private set; } = null!;

    /// <summary>Notes a heartbeat of the host.</summary>
    internal void NoteHeartbeat(bool debugged) => _heartbeats.Note(debugged);

    /// <summary>
    /// Kills a host that has fallen silent: it hangs, and its replicas with it. A host that a signal has stopped is
    /// known not to run, so it gets less time than one that may only be slow.
    /// </summary>
    /// <param name="late">By how much this node itself is late.</param>
    internal void EndIfSilent(TimeSpan late)
    {
        var silent = _heartbeats.Look(late);
        if (silent < StoppedSuspicion)
            return;
        lock (_gate)
        {
            var stopped = _process is not null && ProcessControl.IsStopped(_process.Id);
            if (!stopped && silent < Suspicion)
                return;
            _verdict = stopped
                ? "killed by its node: a signal had stopped it"
                : $"killed by its node: no heartbeat for {Suspicion.TotalSeconds} s";
            _heartbeats.Forget();
            _process?.Kill();
        }
    }

    /// <summary>
    /// Looks whether the process has ended without this node's notice, and gets whether that was so at the look before,
    /// too: an end is unnoticed for a moment always. The heartbeat thread only.
    /// </summary>
    internal bool MissesEnd()
    {
        var before = _unnoticed;
        lock (_gate)
            _unnoticed = _process is { HasEndedUnnoticed: true };
        return before && _unnoticed;
    }

    /// <summary>Notes a registered type; true when it was the last of the package.</summary>
    internal bool Register(string typeName)
    {
        lock (_gate)
        {
            _ = _registered.Add(typeName);
            return _activation.Package.Types.All(t => _registered.Contains(t.Name));
        }
    }

    /// <summary>Ends the process, gently first, and waits for its end.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        Send(new ControlMessage.ExitHost());
        ChildProcess? process;
        bool connected;
        lock (_gate)
            (process, connected) = (_process, _link is not null);
        if (process is not null)
        {
            // A host that has not connected yet has nothing to close and cannot receive the order.
            if (_activation.Package.IsGuest)
                ProcessControl.Terminate(process.Id);
            else if (!connected)
                process.Kill();
            _ = await Task.WhenAny(process.Exited, Task.Delay(ExitLimit, _time)).ConfigureAwait(false);
            process.Kill();
        }
        await _loop.ConfigureAwait(false);
        _stop.Dispose();
    }

    /// <summary>Ends the process at once; for the case that the manager is gone.</summary>
    internal void Kill()
    {
        lock (_gate)
            _process?.Kill();
    }

    // A host that had been ready is started again soon, as after a kill; one that fails to get ready, or that ends
    // itself again and again (its disk is full, say), after growing pauses.
    private async Task RunAsync(Task others)
    {
        await others.ConfigureAwait(false);
        var (failures, endings) = (0, 0);
        while (!_stop.IsCancellationRequested)
        {
            var start = _time.GetTimestamp();
            var (ready, killed) = await RunOnceAsync().ConfigureAwait(false);
            failures = ready ? 0 : failures + 1;
            var proved = _time.GetElapsedTime(start) >= (killed ? ProofAfterKill : ProofOfLife);
            endings = ready && !proved ? endings + 1 : 0;
            var pauses = Math.Max(failures, endings - 1);
            var pause = pauses <= 0 ? _agent.SharesMachine ? SharedPause : TimeSpan.Zero
                : FirstPause * Math.Pow(2, pauses - 1);
            try
            {
                await Task.Delay(pause < PauseMax ? pause : PauseMax, _time, _stop.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                return;
            }
        }
    }

    private async Task<(bool Ready, bool Killed)> RunOnceAsync()
    {
        Current = _activation;
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
        var companions = Task.CompletedTask;
        try
        {
            Current = _activation with { Endpoints = _agent.TakePorts(_activation.Package.Endpoints) };
            var code = new CodeProcesses(_agent, Current, _time);
            if (await code.SetUpAsync(0, _stop.Token).ConfigureAwait(false) is { } failure)
                return (Ended(0, failure.Reason, failure.LastWords), Killed: false);
            if (_stop.IsCancellationRequested)
                return (false, false);
            using var process = StartLocked(code);
            companions = code.RunCompanionsAsync(ended.Token);
            if (_stop.IsCancellationRequested)
                process.Kill();
            _agent.Report(new ControlMessage.HostStarted(_activation.HostId, process.Id, Current.Endpoints));
            if (_activation.Package.IsGuest)
                _agent.Report(new ControlMessage.HostReady(_activation.HostId, process.Id));
            await process.Exited.ConfigureAwait(false);
            return (Ended(process.Id, process.Reason, process.LastWords, process.DiskFailed, process.ExitCode),
                process.WasKilled);
        }
        catch (Exception e) when (e is ChildStartException or IOException or UnauthorizedAccessException
            or InvalidOperationException)
        {
            return (Ended(0, "not started", e.Message), Killed: false);
        }
        finally
        {
            await ended.CancelAsync().ConfigureAwait(false);
            await companions.ConfigureAwait(false);
            _agent.ReturnPorts(Current.Endpoints);
        }
    }

    // Under the lock: a host that says hello must find its process known.
    private ChildProcess StartLocked(CodeProcesses code)
    {
        lock (_gate)
            return _process = code.Start(0);
    }

    private bool Ended(
        int processId, string reason, string lastWords, bool diskFailed = false, int exitCode = 0)
    {
        bool ready;
        lock (_gate)
        {
            reason = _verdict ?? reason;
            (_process, _link, _verdict) = (null, null, null);
            _heartbeats.Forget();
            ready = _activation.Package.Types.All(t => t.UseImplicitHost || _registered.Contains(t.Name));
            _registered.Clear();
        }
        _agent.Report(new ControlMessage.HostExited(
            _activation.HostId, processId, reason, lastWords, ready, diskFailed, exitCode));
        return ready;
    }
}
