using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Chaos.Checking;
using SfPerf.Chaos.DiskFaults;
using SfPerf.Chaos.Faults;
using SfPerf.Chaos.Histories;
using SfPerf.Commands;
using SfPerf.Contracts;

namespace SfPerf.Client.Chaos;

/// <summary>Represents one run: a cluster of its own, clients, faults, healing, final reads, verdict.</summary>
internal sealed class ChaosRun(ChaosOptions options, Terminal terminal, TimeProvider time)
{
    private static readonly TimeSpan CancelLimit = TimeSpan.FromSeconds(1);

    public async Task<ExitCode> RunAsync(CancellationToken token)
    {
        await terminal.Error.WriteLineAsync($"Starting a cluster of {options.Nodes} nodes; history: "
            + $"{options.HistoryFile}; {options.Command}").ConfigureAwait(false);
        using var disk = options.Faults.Contains(FaultGroups.Disk)
            ? await FaultyDisk.CreateAsync(token).ConfigureAwait(false) : null;
        var cluster = await ChaosCluster.StartAsync(options, disk, time, token).ConfigureAwait(false);
        var keep = true;
        try
        {
            var tail = await RecordAsync(cluster, disk, token).ConfigureAwait(false);
            var (history, findings) = Check(options.HistoryFile);
            ChaosText.Write(terminal.Out, history, findings);
            keep = findings.Violations.Count > 0;
            await terminal.Out.WriteLineAsync($"History: {options.HistoryFile} (sfperf chaos --check checks it again). "
                + $"Again: {options.Command}").ConfigureAwait(false);
            return await EndAsync(findings, tail is null, terminal).ConfigureAwait(false);
        }
        finally
        {
            await cluster.EndAsync(keep).ConfigureAwait(false);
            if (keep)
            {
                await terminal.Error.WriteLineAsync($"The cluster's state is kept in {cluster.Folder}.")
                    .ConfigureAwait(false);
            }
        }
    }

    /// <summary>Checks a saved history.</summary>
    /// <exception cref="SfPerfException">It cannot be read.</exception>
    public static (History History, Findings Findings) Check(string path)
    {
        if (Directory.Exists(path) || !File.Exists(path))
        {
            throw new SfPerfException(ExitCode.BadParameters,
                $"--check {path}: {(Directory.Exists(path) ? "this is a folder; give the history in it" :
                    "there is no such file")}.");
        }

        try
        {
            var history = HistoryFormat.Read(File.ReadLines(path));
            return (history, HistoryCheck.Run(history));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            throw new SfPerfException(ExitCode.BadParameters, $"{path} is no history: {e.Message}", e);
        }
    }

    /// <summary>Returns what the process ends with, and says why on the error stream.</summary>
    public static async Task<ExitCode> EndAsync(Findings findings, bool cancelled, Terminal terminal)
    {
        var (code, reason) = findings.Violations.Count > 0 ? (ExitCode.PromiseBroken, "a promise was broken.")
            : cancelled ? (ExitCode.Cancelled, "cancelled; what was recorded until then is checked.")
            : findings.Undecided.Count > 0 ? (ExitCode.Rejected, "not everything could be checked.")
            : (ExitCode.Ok, "");
        if (code != ExitCode.Ok)
            await terminal.Error.WriteLineAsync($"sfperf: {reason}").ConfigureAwait(false);
        return code;
    }

    // Returns null when it was cancelled.
    private async Task<HistoryTail?> RecordAsync(
        ChaosCluster cluster, FaultyDisk? disk, CancellationToken token)
    {
        var head = new HistoryHead(options.Seed, (int)options.Length.TotalSeconds, options.Nodes, options.Partitions,
            options.Clients, string.Join(',', options.Faults), ChaosAccounts.Count, ChaosAccounts.InitialBalance);
        var recorder = new HistoryRecorder(options.HistoryFile, head, time);
        await using (recorder.ConfigureAwait(false))
        {
            HistoryTail? tail = null;
            try
            {
                tail = await LoadAsync(cluster, disk, recorder, token).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (token.IsCancellationRequested)
            {
                // What there is will be checked.
            }
            catch (SfPerfException e)
            {
                tail = new(false, null, $"The cluster did not start again: {e.Message}");
            }

            recorder.End(tail ?? new(false, null, null));
            return tail;
        }
    }

    private async Task<HistoryTail> LoadAsync(
        ChaosCluster cluster, FaultyDisk? disk, HistoryRecorder recorder, CancellationToken token)
    {
        var connection = await StoreConnection.ConnectAsync(cluster.ClientEndpoint, recorder, time, token)
            .ConfigureAwait(false);
        var registers = Enumerable.Range(0, connection.Partitions).Select(_ => new RegisterSet()).ToArray();
        var injector = new FaultInjector(cluster, disk, recorder, connection.Partitions, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(token);
        var clients = Enumerable.Range(0, options.Clients).Select(i => new ChaosClient(
            new StoreOperations(connection, recorder, i, i % connection.Partitions),
            registers[i % connection.Partitions], new Random(HashCode.Of(options.Seed, i)), time).RunAsync(stop.Token))
            .ToList();
        using var progress = new ChaosProgress(recorder, injector, options, terminal, time);
        try
        {
            var plan = FaultPlan.Draw(options.Seed, options.Length, options.Faults);
            await injector.RunAsync(plan, options.Length, token).ConfigureAwait(false);
            var left = options.Length.TotalSeconds - (recorder.Now / 1e9);
            if (left > 0)
                await Task.Delay(TimeSpan.FromSeconds(left), time, token).ConfigureAwait(false);
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await Task.WhenAny(Task.WhenAll(clients), Task.Delay(
                token.IsCancellationRequested ? CancelLimit : Timeout.InfiniteTimeSpan, time, CancellationToken.None))
                .ConfigureAwait(false);
        }

        return await new FinalReading(cluster, connection, recorder, time)
            .RunAsync(registers, options.Nodes, token).ConfigureAwait(false);
    }

    // Independent streams from one seed; the framework's own hash differs from process to process.
    private static class HashCode
    {
        public static int Of(int seed, int client) => unchecked((seed * 486_187_739) + ((client + 1) * 16_777_619))
            & int.MaxValue;
    }
}
