using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Platform;

namespace SfPerf.Benchmarks;

/// <summary>The shared log alone: every record is acknowledged after its group was flushed.</summary>
internal static class LogBenchmark
{
    internal static async Task RunAsync(string[] words)
    {
        var settings = new Settings(words);
        for (var round = 0; round < settings.Rounds; round++)
        {
            var folder = Path.Combine(
                settings.Text("folder", Path.GetTempPath()), "sfperf-" + Path.GetRandomFileName());
            try
            {
                await RoundAsync(settings, folder).ConfigureAwait(false);
            }
            finally
            {
                Directory.Delete(folder, recursive: true);
            }
        }
    }

    private static async Task RoundAsync(Settings settings, string folder)
    {
        var options = new LogOptions { FlushToDevice = settings.Fsync };
        var log = SharedLog.Open(new FileLogStorage(folder, settings.Fsync), options);
        await using var _ = log.ConfigureAwait(false);
        var appender = new Appender(log, new byte[settings.Bytes]);
        var flushes = log.FlushCount;
        var result = await Workload.RunAsync(settings.Outstanding, settings.Seconds, _ =>
        {
            var waiter = new Waiter();
            return () => appender.Append(waiter);
        }).ConfigureAwait(false);
        Console.WriteLine(
            $"log {result.PerSecond / 1000,7:F1} k/s  p50 {result.P50 / 1000:F2} ms  p99 {result.P99 / 1000:F2} ms  "
            + $"{result.CpuMicroseconds / result.Operations:F1} us CPU, "
            + $"{result.AllocatedBytes / result.Operations:F0} B/op, "
            + $"{log.SegmentCount} segments");
    }

    private sealed class Appender : ILogStreamOwner
    {
        private readonly SharedLog _log;
        private readonly LogStream _stream;
        private readonly byte[] _record;
        private readonly Lock _gate = new();
        private readonly Queue<(long Lsn, Waiter Waiter)> _waiting = [];
        private long _last;

        internal Appender(SharedLog log, byte[] record)
        {
            (_log, _record, _stream) = (log, record, log.CreateStream(1, 0));
            log.SetOwner(_stream, this);
        }

        internal ValueTask Append(Waiter waiter)
        {
            var task = waiter.Start();
            var crc = Crc32C.Compute(_record);
            lock (_gate)
            {
                _waiting.Enqueue((++_last, waiter));
                _stream.Append(new LogRecord(LogRecordType.Data, new LogEpoch(1, 1), _last, 0, crc, default), _record)
                    .Release();
            }
            return task;
        }

        public void SendQueued()
        {
        }

        public void OnFlushed(LogStream stream, long lastLsn, int generation)
        {
            lock (_gate)
            {
                while (_waiting.TryPeek(out var first) && first.Lsn <= lastLsn)
                    _waiting.Dequeue().Waiter.End();
            }
            if (lastLsn % 16384 < 64)
                _stream.TruncateHead(lastLsn - 65536);
        }

        public void OnFaulted(LogFaultedException reason) => _ = _log;
    }
}
