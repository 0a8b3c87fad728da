using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>Injects events. Processes are killed and stopped directly, not through the manager, so that the moment of
/// the event is known to the microsecond and the manager learns of it as it would of a crash.</summary>
internal sealed class Faults(FailoverCluster cluster, FailoverSettings settings, TimeProvider time)
{
    /// <summary>The kind of event that the manager records as well.</summary>
    public const string EventMove = "move";

    private const string EventKill = "kill";
    private const string EventStop = "stop";

    /// <summary>Injects one event; when the task ends, nothing is left to be done but to wait for the replicas.
    /// </summary>
    /// <param name="kind">Its kind.</param>
    /// <param name="before">The cluster, complete.</param>
    /// <param name="began">Called at the moment of the event.</param>
    /// <param name="token">Ends the wait; a process that was stopped goes on.</param>
    public async Task<Fault> InjectAsync(
        string kind, ClusterSnapshot before, Action<string> began, CancellationToken token)
    {
        var primary = before.Primary!;
        switch (kind)
        {
            case FaultKinds.KillPrimary:
                return Kill(primary, "primary", began);
            case FaultKinds.KillSecondary:
                return Kill(before.Replicas.First(r => r.Role == "ActiveSecondary"), "secondary", began);
            case FaultKinds.KillNode:
                return KillNode(before.Nodes.First(n => n.Name == primary.Node), primary, began);
            case FaultKinds.KillManager:
                began($"manager, process {cluster.Info.Pid}");
                await cluster.RestartAsync([.. before.Processes.Where(p => p != cluster.Info.Pid)], token)
                    .ConfigureAwait(false);
                return new Fault(EventKill, "kill of the manager, and with it of all nodes and hosts", _ => true);
            case FaultKinds.MovePrimary:
                began($"primary on {primary.Node}");
                await cluster.Gateway.MovePrimaryAsync(new() { Service = before.Service }, token)
                    .ConfigureAwait(false);
                return new Fault(EventMove, $"move of the primary from {primary.Node}",
                    after => after.Primary!.Node != primary.Node);
            default:
                return await StopAsync(primary, began, token).ConfigureAwait(false);
        }
    }

    private static Fault Kill(ReplicaFacts replica, string role, Action<string> began)
    {
        began($"{role} on {replica.Node}, process {replica.Pid}");
        ProcessControl.Kill(replica.Pid);
        return new Fault(EventKill, $"kill of the {role}'s host on {replica.Node} (process {replica.Pid})",
            after => after.Replicas.All(r => r.Pid != replica.Pid));
    }

    private static Fault KillNode((string Name, int Pid) node, ReplicaFacts primary, Action<string> began)
    {
        began($"{node.Name} with the primary, process {node.Pid}");
        ProcessControl.Kill(node.Pid);
        return new Fault(EventKill, $"kill of {node.Name} with the primary (process {node.Pid})",
            after => after.Replicas.All(r => r.Pid != primary.Pid)
                && after.Nodes.Any(n => n.Name == node.Name && n.Pid != node.Pid));
    }

    private async Task<Fault> StopAsync(ReplicaFacts primary, Action<string> began, CancellationToken token)
    {
        began($"primary on {primary.Node}, process {primary.Pid}");
        ProcessControl.Stop(primary.Pid);
        var since = time.GetTimestamp();
        var gone = false;
        try
        {
            // Its node kills it after missed heartbeats. Then there is no process to continue.
            while (!gone && time.GetElapsedTime(since) < settings.Stop)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(20), time, token).ConfigureAwait(false);
                gone = !ProcessControl.IsAlive(primary.Pid);
            }
        }
        finally
        {
            if (!gone)
                ProcessControl.Continue(primary.Pid);
        }

        var killed = gone;
        return new Fault(EventStop, $"stop of the primary's host on {primary.Node} (process {primary.Pid})",
            after => !killed || after.Replicas.All(r => r.Pid != primary.Pid));
    }
}

/// <summary>An event that was injected.</summary>
/// <param name="EventKind">Its kind among the events of a run.</param>
/// <param name="Text">What was done.</param>
/// <param name="HasPassed">Whether a complete cluster is that after the event, not yet that before.</param>
internal sealed record Fault(string EventKind, string Text, Func<ClusterSnapshot, bool> HasPassed);
