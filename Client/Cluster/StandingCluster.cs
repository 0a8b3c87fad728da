using System;
using System.Diagnostics;
using System.IO;
using System.Net.Http;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Platform;
using SfPerf.Platform.Admission;

namespace SfPerf.Client.Cluster;

/// <summary>The cluster that <c>sfperf cluster start</c> left running for this user.</summary>
internal static class StandingCluster
{
    private const string OwnPrefix = "run-";
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan KillTimeout = TimeSpan.FromSeconds(10);

    /// <summary>Gets its data folder: the user's own one, unless it was started with another.</summary>
    public static string Folder => File.Exists(ElsewhereFile) ? File.ReadAllText(ElsewhereFile)
        : Path.Combine(Locations.ClustersFolder(), "default");

    // Another command must find a cluster that was started elsewhere.
    private static string ElsewhereFile => Path.Combine(Locations.ClustersFolder(), "elsewhere");

    /// <summary>Chooses the data folder of the cluster that is to be started.</summary>
    /// <param name="data">The folder; null for the user's own one.</param>
    public static void Keep(string? data)
    {
        if (data is null)
        {
            // The folder is made by the first cluster: File.Delete fails where there is none.
            if (File.Exists(ElsewhereFile))
                File.Delete(ElsewhereFile);
            return;
        }

        PrivateFiles.CreateFolder(Locations.ClustersFolder());
        File.WriteAllText(ElsewhereFile, Path.GetFullPath(data));
    }

    /// <summary>Returns a new folder for a cluster that lives only as long as this process.</summary>
    public static string NewOwnFolder()
    {
        RemoveLeftovers();
        return Path.Combine(Locations.ClustersFolder(),
            $"{OwnPrefix}{Environment.ProcessId}-{Guid.NewGuid().ToString("N")[..6]}");
    }

    /// <summary>Returns the running cluster, proved by its own answer; null when none runs.</summary>
    public static async Task<ClusterInfo?> FindAsync(CancellationToken token)
    {
        var info = Read(Path.Combine(Folder, "cluster.json"));
        if (info is null || !ProcessControl.IsAlive(info.Pid))
            return null;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
        limit.CancelAfter(Gateway.AnswerLimit);
        AdmissionPolicy.ShowTokenOf(info.Data);
        using var gateway = new Gateway(info.Gateway);
        try
        {
            // The pid may belong to another process by now, and the port to another cluster.
            var status = await gateway.StatusAsync(limit.Token).ConfigureAwait(false);
            return status.Pid == info.Pid ? info : null;
        }
        catch (SfPerfException e) when (e.InnerException is HttpRequestException)
        {
            return null;
        }
        catch (OperationCanceledException) when (!token.IsCancellationRequested)
        {
            throw new SfPerfException(ExitCode.Unreachable,
                $"The cluster of process {info.Pid} at {info.Gateway} does not answer within "
                + $"{Gateway.AnswerLimit.TotalSeconds} s; sfperf cluster stop ends it.");
        }
    }

    /// <summary>
    /// Stops a cluster; when the task ends, its manager is gone. A manager that has not ended in order after 30 s is
    /// killed: its nodes and hosts end with it.
    /// </summary>
    /// <exception cref="SfPerfException">It cannot be ended.</exception>
    public static async Task<ClusterEnd> StopAsync(ClusterInfo info, CancellationToken token)
    {
        AdmissionPolicy.ShowTokenOf(info.Data);
        // The id may be another process's by now: only a manager that lives holds the lock.
        var isManager = DataFolderLock.IsHeld(info.Data);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
        limit.CancelAfter(StopTimeout);
        try
        {
            using var process = Process.GetProcessById(info.Pid);
            if (!await OrderStopAsync(info, limit.Token).ConfigureAwait(false) && !isManager)
                return ClusterEnd.Before;
            await process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
            return ClusterEnd.InOrder;
        }
        catch (ArgumentException)
        {
            return ClusterEnd.Before;
        }
        catch (OperationCanceledException) when (!token.IsCancellationRequested)
        {
            if (isManager
                && await ProcessControl.EndAsync(info.Pid, KillTimeout, TimeProvider.System).ConfigureAwait(false))
            {
                return ClusterEnd.Killed;
            }

            throw new SfPerfException(
                ExitCode.Unreachable, $"The cluster's manager, process {info.Pid}, does not end and cannot be killed.");
        }
    }

    // False when nothing answered: the cluster may have ended before.
    private static async Task<bool> OrderStopAsync(ClusterInfo info, CancellationToken token)
    {
        using var gateway = new Gateway(info.Gateway);
        try
        {
            await gateway.StopAsync(token).ConfigureAwait(false);
            return true;
        }
        catch (SfPerfException e) when (e.InnerException is not null)
        {
            return false;
        }
    }

    internal static ClusterInfo? Read(string path)
    {
        try
        {
            return ClusterInfo.Parse(JsonElement.Parse(File.ReadAllText(path)));
        }
        catch (Exception e) when (e is IOException or JsonException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // A client that was killed could not delete its cluster's folder.
    private static void RemoveLeftovers()
    {
        var clusters = Locations.ClustersFolder();
        if (!Directory.Exists(clusters))
            return;
        foreach (var folder in Directory.GetDirectories(clusters, OwnPrefix + "*"))
        {
            var parts = Path.GetFileName(folder).Split('-');
            if (!int.TryParse(parts[1], out var owner) || ProcessControl.IsAlive(owner)
                || Read(Path.Combine(folder, "cluster.json")) is { } info && ProcessControl.IsAlive(info.Pid))
            {
                continue;
            }

            try
            {
                Directory.Delete(folder, recursive: true);
            }
            catch (IOException)
            {
                // Still held; the next run tries again.
            }
        }
    }
}

/// <summary>Specifies how a cluster came to its end.</summary>
internal enum ClusterEnd
{
    /// <summary>It had ended before it was asked.</summary>
    Before,

    /// <summary>It was asked to end, and did.</summary>
    InOrder,

    /// <summary>Its manager did not end in order and was killed.</summary>
    Killed,
}
