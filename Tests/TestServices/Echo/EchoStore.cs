using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Echo;

/// <summary>Sets and gets numbers in a reliable dictionary.</summary>
internal sealed class EchoStore(StatefulServiceContext context) : StatefulService(context)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    private readonly TaskCompletionSource<string> _wish = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _dataLosses;

    // The tests give the folder of the backup as the greeting.
    private string BackupFolder => Context.CodePackageActivationContext.GetConfigurationPackageObject("Config")
        .Settings.Sections["Words"].Parameters["Greeting"].Value;

    // Beside it, where a test wants to know how RunAsync goes.
    private string RunsFolder => BackupFolder + ".runs";

    protected override async Task<bool> OnDataLossAsync(RestoreContext restoreCtx, CancellationToken cancellationToken)
    {
        // Nobody may read or write until the service has had its say.
        if (Partition.ReadStatus == PartitionAccessStatus.ReconfigurationPending
            && Partition.WriteStatus == PartitionAccessStatus.ReconfigurationPending)
        {
            _dataLosses++;
        }

        if (!Directory.Exists(BackupFolder))
            return false;
        await restoreCtx.RestoreAsync(new RestoreDescription(BackupFolder), cancellationToken);
        return true;
    }

    // Each step is a line of one file of all replicas: their order is the proof.
    protected override async Task RunAsync(CancellationToken cancellationToken)
    {
        Note("begins");
        try
        {
            switch (await _wish.Task.WaitAsync(cancellationToken))
            {
                case "throw":
                    throw new InvalidOperationException("RunAsync was told to throw.");
                case "throw-fabric":
                    throw new FabricException("RunAsync was told to throw.");
                default:
                    await IgnoreAsync(cancellationToken);
                    break;
            }
        }
        finally
        {
            Note("ends");
        }
    }

    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() =>
        [new(c => new LineListener(c, "EchoStoreEndpoint", AnswerAsync))];

    private async Task<string> AnswerAsync(string line)
    {
        if (line == "init")
            return Encoding.UTF8.GetString(Context.InitializationData);
        // A new primary listens before its service is told of a data loss, and may be read only after it.
        if (line == "losses")
            return Partition.ReadStatus == PartitionAccessStatus.Granted ? $"{_dataLosses}" : "error: not readable yet";
        if (line.StartsWith("run ", StringComparison.Ordinal))
        {
            _wish.TrySetResult(line["run ".Length..]);
            return "ok";
        }
        if (line == "backup")
        {
            await BackupAsync(new BackupDescription(KeepAsync));
            return "ok";
        }
        if (Report(line.Split(' ')))
            return "ok";
        var numbers = await StateManager.GetOrAddAsync<IReliableDictionary<string, long>>("numbers");
        using var transaction = StateManager.CreateTransaction();
        switch (line.Split(' '))
        {
            case ["set", var key, var value]:
                await numbers.SetAsync(transaction, key, Number(value));
                await transaction.CommitAsync();
                return "ok";
            case ["fill", var first, var count]:
                transaction.Abort();
                return await FillAsync(numbers, Number(first), Number(count));
            case ["pad", var count, var bytes]:
                transaction.Abort();
                return await PadAsync(Number(count), Number(bytes));
            case ["list"]:
                return await ListAsync(numbers, transaction);
            case ["get", var key]:
                var found = await numbers.TryGetValueAsync(transaction, key);
                return found.HasValue ? $"{found.Value}" : "none";
            default:
                return "what?";
        }
    }

    private bool Report(string[] words)
    {
        switch (words)
        {
            case ["report", "partition", .. var report]:
                Partition.ReportPartitionHealth(HealthWords.Parse(report));
                return true;
            case ["report", "replica", .. var report]:
                Partition.ReportReplicaHealth(HealthWords.Parse(report));
                return true;
            case ["load", var metric, var value]:
                Partition.ReportLoad([new LoadMetric(metric, (int)Number(value))]);
                Partition.ReportMoveCost(MoveCost.High);
                return true;
            default:
                return false;
        }
    }

    private async Task IgnoreAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
            await Task.Delay(Pause, TimeProvider.System, CancellationToken.None);
        Note("is cancelled");
        while (!File.Exists(Path.Combine(RunsFolder, "release")))
            await Task.Delay(Pause, TimeProvider.System, CancellationToken.None);
    }

    private void Note(string what)
    {
        if (Directory.Exists(RunsFolder))
            File.AppendAllText(Path.Combine(RunsFolder, "runs"), $"{Context.NodeContext.NodeName} {what}\n");
    }

    // One transaction each, a hundred at a time: the answer comes when all of them are acknowledged.
    private async Task<string> FillAsync(IReliableDictionary<string, long> numbers, long first, long count)
    {
        var batch = new List<Task>(100);
        for (var i = first; i < first + count; i++)
        {
            batch.Add(SetAsync(numbers, i));
            if (batch.Count < 100 && i + 1 < first + count)
                continue;
            await Task.WhenAll(batch);
            batch.Clear();
        }
        return "ok";
    }

    // Grows the log and not the state: each write replaces the one before.
    private async Task<string> PadAsync(long count, long bytes)
    {
        var padding = await StateManager.GetOrAddAsync<IReliableDictionary<long, byte[]>>("padding");
        for (var i = 0; i < count; i++)
        {
            using var transaction = StateManager.CreateTransaction();
            await padding.SetAsync(transaction, 0, new byte[bytes]);
            await transaction.CommitAsync();
        }
        return "ok";
    }

    private async Task SetAsync(IReliableDictionary<string, long> numbers, long number)
    {
        using var transaction = StateManager.CreateTransaction();
        await numbers.SetAsync(transaction, $"item-{number}", number * 7);
        await transaction.CommitAsync();
    }

    private static async Task<string> ListAsync(
        IReliableDictionary<string, long> numbers, ITransaction transaction)
    {
        var text = new StringBuilder();
        using var items = (await numbers.CreateEnumerableAsync(transaction)).GetAsyncEnumerator();
        while (await items.MoveNextAsync(CancellationToken.None))
            text.Append(items.Current.Key).Append('=').Append(items.Current.Value).Append(' ');
        return text.ToString();
    }

    private static long Number(string text) => long.Parse(text, System.Globalization.CultureInfo.InvariantCulture);

    private Task<bool> KeepAsync(BackupInfo backup, CancellationToken cancellationToken)
    {
        // A client that was not answered asks again: the backup before is replaced.
        if (Directory.Exists(BackupFolder))
            Directory.Delete(BackupFolder, recursive: true);
        Directory.CreateDirectory(BackupFolder);
        foreach (var file in Directory.GetFiles(backup.Directory))
            File.Copy(file, Path.Combine(BackupFolder, Path.GetFileName(file)));
        return Task.FromResult(true);
    }
}
