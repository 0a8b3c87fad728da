using System;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Fabric;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState;

namespace SfPerf.Benchmarks.State;

/// <summary>
/// The cost of the reliable state alone, over a log that commits at once: time and garbage per operation.
/// </summary>
internal static class StateBenchmark
{
    private const int KeyCount = 2048;
    private const int ValueBytes = 1024;
    private const int Rounds = 5;
    private const int ItemsMax = 1_000_000; // of a checkpoint; it is kept in one array

    /// <summary>
    /// Runs everything and prints a table. The first argument may be the number of operations per round, the second
    /// the number of items in the checkpoint.
    /// </summary>
    internal static async Task<int> RunAsync(string[] args)
    {
        var count = 400_000;
        var items = 100_000;
        if (args.Length > 2
            || (args.Length > 0 && (!int.TryParse(args[0], out count) || count < 1))
            || (args.Length > 1 && (!int.TryParse(args[1], out items) || items is < 1 or > ItemsMax)))
        {
            throw new BadSettingException($"'{string.Join(' ', args)}': at most two numbers, the operations of a round "
                + $"and the items of the checkpoint, 1 to {ItemsMax}.");
        }
        var (manager, log) = await OpenAsync().ConfigureAwait(false);
        var dictionary = await manager.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("d").ConfigureAwait(false);
        var created = log.LastRecord.ToArray();
        Console.WriteLine(
            $"{"operation",-42} {"ns",8} {"cpu ns",8} {"bytes",8}   (median of {Rounds} rounds of {count})");

        MeasureWritesAndReads(manager, dictionary, count, "");
        var record = log.LastRecord.ToArray();
        using (var reader = manager.CreateTransaction())
        {
            Measure("TryGetValueAsync alone, in one transaction", count,
                i => Finished(dictionary.TryGetValueAsync(reader, i % KeyCount)));
        }
        Measure("empty transaction", count, i =>
        {
            using var tx = manager.CreateTransaction();
        });

        var (_, secondary) = await OpenAsync().ConfigureAwait(false);
        secondary.Apply(created);
        Measure("apply on a secondary", count, i =>
        {
            // The key is the first field after header (9), kind (1), state id (4) and key length (4).
            BinaryPrimitives.WriteInt64LittleEndian(record.AsSpan(18), i % KeyCount);
            secondary.Apply(record);
        });
        AppContext.SetSwitch("SfPerf.Fabric.ReliableState.CopyByteArrays", true);
        var (copying, _) = await OpenAsync().ConfigureAwait(false);
        var copied = await copying.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("d").ConfigureAwait(false);
        MeasureWritesAndReads(copying, copied, count, ", copied");
        await CheckpointAsync(manager, log, dictionary, items).ConfigureAwait(false);
        return 0;
    }

    private static void MeasureWritesAndReads(IReliableStateManager manager,
        IReliableDictionary2<long, byte[]> dictionary, int count, string suffix)
    {
        var value = new byte[ValueBytes];
        Measure($"SetAsync + CommitAsync, byte[1024]{suffix}", count, i =>
        {
            using var tx = manager.CreateTransaction();
            Finished(dictionary.SetAsync(tx, i % KeyCount, value));
            Finished(tx.CommitAsync());
        });
        Measure($"TryGetValueAsync + CommitAsync{suffix}", count, i =>
        {
            using var tx = manager.CreateTransaction();
            Finished(dictionary.TryGetValueAsync(tx, i % KeyCount));
            Finished(tx.CommitAsync());
        });
    }

    private static async Task CheckpointAsync(IReliableStateManager manager, InstantLog log,
        IReliableDictionary2<long, byte[]> dictionary, int items)
    {
        var value = new byte[ValueBytes];
        for (var i = 0; i < items; i++)
        {
            using var tx = manager.CreateTransaction();
            await dictionary.SetAsync(tx, i, value).ConfigureAwait(false);
            await tx.CommitAsync().ConfigureAwait(false);
        }
        var clock = Stopwatch.StartNew();
        using var source = log.State.CaptureCheckpoint();
        var captured = clock.Elapsed;
        var stream = new MemoryStream(items * (ValueBytes + 32));
        clock.Restart();
        await source.WriteAsync(stream, default).ConfigureAwait(false);
        var written = clock.Elapsed;
        stream.Position = 0;
        var (_, copy) = await OpenAsync().ConfigureAwait(false);
        clock.Restart();
        await copy.State.RestoreAsync(stream, default).ConfigureAwait(false);
        var restored = clock.Elapsed;
        var again = new double[Rounds];
        for (var i = 0; i < Rounds; i++)
        {
            using var bytes = copy.State.CaptureCheckpoint();
            clock.Restart();
            await bytes.WriteAsync(Stream.Null, default).ConfigureAwait(false);
            again[i] = clock.Elapsed.TotalMilliseconds;
        }
        Console.WriteLine($"checkpoint of {items} items, {stream.Length >> 20} MB: captured in "
            + $"{captured.TotalMicroseconds:0} us, written in {written.TotalMilliseconds:0} ms, "
            + $"restored in {restored.TotalMilliseconds:0} ms, written again, from bytes to nowhere, in "
            + $"{again.Order().ElementAt(Rounds / 2):0} ms (median of {Rounds})");
    }

    private static async Task<(IReliableStateManagerReplica2 Manager, InstantLog Log)> OpenAsync()
    {
        var log = new InstantLog();
        var manager = new ReliableStateManagerReplica(new ReliableStateManagerConfiguration(), TimeProvider.System);
        await manager.OpenAsync(ReplicaOpenMode.New, log, default).ConfigureAwait(false);
        return (manager, log);
    }

    private static void Finished(Task task)
    {
        if (!task.IsCompletedSuccessfully)
            throw new InvalidOperationException("The operation had to wait.", task.Exception);
    }

    private static void Measure(string name, int count, Action<int> operation)
    {
        for (var i = 0; i < count; i++)
            operation(i);
        var rounds = new (double Nanoseconds, double CpuNanoseconds, double Bytes)[Rounds];
        foreach (ref var round in rounds.AsSpan())
        {
            var bytes = GC.GetAllocatedBytesForCurrentThread();
            var cpu = Environment.CpuUsage.TotalTime;
            var clock = Stopwatch.GetTimestamp();
            for (var i = 0; i < count; i++)
                operation(i);
            round = (Stopwatch.GetElapsedTime(clock).TotalNanoseconds / count,
                (Environment.CpuUsage.TotalTime - cpu).TotalNanoseconds / count,
                (GC.GetAllocatedBytesForCurrentThread() - bytes) / (double)count);
        }
        var median = rounds.OrderBy(r => r.CpuNanoseconds).ElementAt(Rounds / 2);
        Console.WriteLine($"{name,-42} {median.Nanoseconds,8:0} {median.CpuNanoseconds,8:0} {median.Bytes,8:0}");
    }
}
