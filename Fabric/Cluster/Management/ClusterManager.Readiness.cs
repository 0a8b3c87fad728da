using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>When a deployment is over.</content>
internal sealed partial class ClusterManager
{
    private async Task AwaitReadyAsync(ApplicationEntry application, TimeSpan limit, bool kept)
    {
        var wait = new ReadyWait(kept);
        _ = await _loop.InvokeAsync(() =>
        {
            if (!_applications.Contains(application))
                throw new ClusterException(NotFound, $"{application.Name} was deleted while it was awaited.");
            application.Waits.Add(wait);
            CheckDeployment(application, wait);
            return true;
        }).ConfigureAwait(false);
        try
        {
            await PatientWait.ForAsync(wait.Done.Task, limit, _time).ConfigureAwait(false);
        }
        catch (TimeoutException) when (kept && wait.AllServe)
        {
            // A replica is still being built; the health tells which.
        }
        catch (TimeoutException e)
        {
            var why = await _loop.InvokeAsync(() => Unready(application)).ConfigureAwait(false);
            throw new ClusterException("Timeout", $"The application was not ready after {e.Message}. {why}");
        }
        finally
        {
            _loop.Post(() => application.Waits.Remove(wait));
        }
    }

    private void CheckDeployment(ApplicationEntry application)
    {
        foreach (var wait in application.Waits)
            CheckDeployment(application, wait);
    }

    private void CheckDeployment(ApplicationEntry application, ReadyWait wait)
    {
        var partitions = application.Partitions;
        wait.AllServe = application.IsOpen && partitions.TrueForAll(p => p.Snapshot.Status == PartitionStatus.Ready);
        var hosts = HostsOf(application).ToArray();
        var hopeless = Array.Find(hosts, h => h.IsHopeless);
        if (application.IsOpen && partitions.TrueForAll(p => p.Snapshot.Complete
            || wait.Kept && wait.AllServe && (hopeless is not null || ServesWithout(p))))
        {
            SaveCreated();
            _ = wait.Done.TrySetResult();
        }
        // A new application fails with its first host or replica that cannot start; one that was kept fails only when
        // it has no quorum.
        if (wait.Kept && (wait.AllServe || Array.Exists(hosts, h => !h.IsHopeless)))
            hopeless = null;
        if (hopeless is not null)
        {
            _ = wait.Done.TrySetException(new ClusterException("HostFailed",
                $"The service host {hopeless.Activation.HostId} does not start: {hopeless.LastWords}"));
        }
        if (partitions.Find(p => wait.Kept ? p.Snapshot.Stuck : p.Snapshot.Failing) is { } failing)
        {
            _ = wait.Done.TrySetException(new ClusterException("ReplicaFailed",
                $"Partition {failing.Id} of {failing.Service.Name} does not get ready. {failing.Snapshot.LastError}"));
        }
        if (partitions.Find(p => p.Snapshot.Hopeless) is { } lost)
            _ = wait.Done.TrySetException(new ClusterException("FABRIC_E_NO_WRITE_QUORUM", LostQuorum(lost)));
    }

    private IEnumerable<HostEntry> HostsOf(ApplicationEntry application) => _nodes.SelectMany(n => n.Hosts.Values)
        .Where(h => h.Activation.ApplicationId == application.Id);

    // True for a partition that serves although one of its replicas has lost its state, fails to open or is on a
    // deactivated node: the start does not wait for that replica.
    private bool ServesWithout(PartitionEntry partition) => partition.Snapshot.Failing
        || partition.Losses.Count > 0 || partition.Snapshot.Replicas.Any(r =>
            r.Status == ReplicaStatus.Dropped || _folder.State.Deactivated.ContainsKey(r.Node));

    private static string LostQuorum(PartitionEntry p) =>
        $"Partition {p.Id} of {p.Service.Name} is in quorum loss. {p.Snapshot.LastError} Bring the missing disks back, "
        + "or give up what only they hold with 'sfperf cluster recover', or delete all state with a reset.";

    private string Unready(ApplicationEntry application)
    {
        var partitions = application.Partitions.Where(p => !p.Snapshot.Complete)
            .Select(p => p.Snapshot.Status == PartitionStatus.InQuorumLoss ? LostQuorum(p)
                : $"{p.Service.Name}: {PartitionHealthText.Of(p.Snapshot, p.Service.Stateful, WantedOf(p))}");
        var hosts = HostsOf(application).Where(h => !h.Ready)
            .Select(h => $"{h.Activation.HostId}: "
                + $"{(h.LastWords.Length > 0 ? h.LastWords : "has not registered its types")}");
        return string.Join(Environment.NewLine, partitions.Concat(hosts));
    }
}
