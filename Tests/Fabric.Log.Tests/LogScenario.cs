using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Log.Tests;

/// <summary>Shorthand for the tests: payloads that can be recomputed from their LSN, appends one by one.</summary>
internal static class LogScenario
{
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    internal static readonly LogEpoch Epoch = new(1, 7);

    internal static readonly LogOptions Small = new() { SegmentBytes = 16384, SpareSegments = 0, InitialSegments = 0 };

    internal static byte[] Payload(long lsn, int length)
    {
        var bytes = new byte[length];
        for (var i = 0; i < length; i++)
            bytes[i] = (byte)(lsn * 31 + i * 7 + 1);
        return bytes;
    }

    internal static int LengthOf(long lsn) => (int)(lsn * 37 % 700) + 1;

    internal static void Append(LogStream stream, long count, LogEpoch? epoch = null)
    {
        for (var i = 0; i < count; i++)
        {
            var lsn = stream.LastLsn + 1;
            var payload = Payload(lsn, LengthOf(lsn));
            stream.Append(new LogRecord(
                LogRecordType.Data, epoch ?? Epoch, lsn, lsn - 1, Crc32C.Compute(payload), default), payload).Release();
        }
    }

    internal static async Task AppendFlushed(SharedLog log, LogStream stream, long count)
    {
        for (var i = 0; i < count; i++)
        {
            Append(stream, 1);
            await log.FlushAsync().WaitAsync(Limit);
        }
    }

    /// <summary>Reads everything back and compares it; returns the LSNs.</summary>
    internal static List<long> ReadBack(LogStream? stream)
    {
        var read = new List<long>();
        if (stream is null)
            return read;
        using var reader = stream.OpenReader(stream.FirstLsn);
        while (reader.TryRead(out var record))
        {
            if (record.Type == LogRecordType.Data)
                Assert.Equal(Payload(record.Lsn, LengthOf(record.Lsn)), record.Payload.ToArray());
            read.Add(record.Lsn);
        }
        Assert.Equal(Enumerable.Range(0, read.Count).Select(i => stream.FirstLsn + i), read);
        return read;
    }

    internal static long LastLsn(SharedLog log) => ReadBack(log.FindStream(1)).LastOrDefault();
}
