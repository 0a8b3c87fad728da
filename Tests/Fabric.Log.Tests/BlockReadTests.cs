using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Platform;
using Xunit;
using static SfPerf.Fabric.Log.Tests.LogScenario;

namespace SfPerf.Fabric.Log.Tests;

/// <summary>Reading a log on disk by whole blocks, past the page cache or through it.</summary>
public sealed class BlockReadTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-blocks").FullName;
    private readonly List<byte[]> _payloads = [];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Every_record_comes_back_from_any_place_at_once_and_after_a_restart(bool flushes)
    {
        var options = new LogOptions { SegmentBytes = 1 << 20, FlushToDevice = flushes };
        await using (var log = SharedLog.Open(new FileLogStorage(_folder, flushes), options))
        {
            var stream = log.CreateStream(1, 0);
            var random = new Random(11);
            for (var i = 0; i < 400; i++)
            {
                AppendOne(stream, random.Next(20) == 0 ? random.Next(1_500_000) : random.Next(9_000));
                // The last block of the log is read, and written again with what follows.
                if (random.Next(5) == 0)
                    await ReadFromAsync(log, stream, random.Next(_payloads.Count));
            }
            await ReadFromAsync(log, stream, 0);
        }
        await using var reopened = SharedLog.Open(new FileLogStorage(_folder, flushes), options);
        Assert.Equal(_payloads.Count, reopened.FindStream(1)!.LastLsn);
        await ReadFromAsync(reopened, reopened.FindStream(1)!, 0);
    }

    // Only what is written past the page cache is read past it: elsewhere it would have to be written to the device.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Blocks_are_those_of_the_file(bool flushes)
    {
        using var storage = new FileLogStorage(_folder, flushes);
        using var file = storage.Create("one.log", 64 << 10);
        file.Append(new byte[10_000].Select((_, i) => (byte)i).ToArray(), 4096);
        file.FlushAppended();
        using var blocks = file.OpenBlocks();
        Assert.Equal(flushes && DirectFiles.IsSupported, blocks is not null);
        if (blocks is null)
            return;
        // Memory of this kind is on no border of a block: the first read is refused, and goes through the cache.
        var read = new byte[(64 << 10) + 1];
        Assert.Equal((64 << 10) - 1, blocks.Read(read.AsSpan(1), 1));
        Assert.Equal(File.ReadAllBytes(Path.Combine(_folder, "one.log"))[1..], read[1..^1]);
    }

    private void AppendOne(LogStream stream, int bytes)
    {
        var payload = Payload(_payloads.Count + 1, bytes);
        _payloads.Add(payload);
        stream.Append(
            new LogRecord(
                LogRecordType.Data, Epoch, _payloads.Count, 0, Crc32C.Compute(payload), default), payload).Release();
    }

    private async Task ReadFromAsync(SharedLog log, LogStream stream, int first)
    {
        await log.FlushAsync().WaitAsync(Limit);
        using var reader = stream.OpenReader(first + 1);
        for (var i = first; i < _payloads.Count; i++)
        {
            Assert.True(reader.TryRead(out var record));
            Assert.Equal(i + 1, record.Lsn);
            Assert.True(record.Payload.Span.SequenceEqual(_payloads[i]));
        }
        Assert.False(reader.TryRead(out _));
    }
}
