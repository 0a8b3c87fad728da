using System;
using System.Linq;
using System.Threading.Tasks;
using Xunit;
using static SfPerf.Fabric.Log.Tests.LogScenario;

namespace SfPerf.Fabric.Log.Tests;

/// <summary>Records that are kept for others while the log is open, and not needed by the next start.</summary>
public sealed class NeededRecordsTests
{
    [Fact]
    public async Task A_start_reads_only_what_is_needed()
    {
        var storage = new FaultyStorage();
        int segments;
        await using (var log = SharedLog.Open(storage, Small))
        {
            var stream = log.CreateStream(1, 0);
            await AppendFlushed(log, stream, 200);
            stream.TruncateHead(keptLsn: 20, neededLsn: 150);
            Assert.Equal(Enumerable.Range(20, 181).Select(i => (long)i), ReadBack(stream));
            segments = log.SegmentCount;
        }
        var needed = storage.AfterKill();
        await using (var log = SharedLog.Open(storage.AfterKill(), Small))
        {
            var stream = log.FindStream(1)!;
            // It begins with the first record of the segment in which number 150 begins.
            Assert.InRange(stream.FirstLsn, 151 - (Small.SegmentBytes / 350), 150);
            Assert.Equal(200, ReadBack(stream)[^1]);
            // What was given up is used again.
            await AppendFlushed(log, stream, 100);
            Assert.Equal(segments, log.SegmentCount);
        }

        // Whatever happens to the segments before it, and to those alone, is of no importance.
        var names = storage.Names.ToArray();
        Assert.Equal(segments, names.Length);
        var count = 0;
        for (; count < names.Length; count++)
        {
            var without = needed.Without(names[count]);
            var damaged = needed.AfterKill();
            damaged.Image(names[count]).AsSpan(5000).Fill(0xA5);
            try
            {
                foreach (var image in new[] { without, damaged })
                {
                    await using var log = SharedLog.Open(image, Small);
                    Assert.Equal(200, LastLsn(log));
                }
            }
            catch (LogCorruptedException)
            {
                break;
            }
        }
        Assert.InRange(count, 1, segments - 1);
        foreach (var name in names[count..])
            Assert.Throws<LogCorruptedException>(() => SharedLog.Open(needed.Without(name), Small));
    }

    [Fact]
    public async Task The_stream_that_needs_most_decides()
    {
        var storage = new FaultyStorage();
        await using (var log = SharedLog.Open(storage, Small))
        {
            var (idle, busy) = (log.CreateStream(1, 0), log.CreateStream(1, 0));
            await AppendFlushed(log, idle, 3);
            await AppendFlushed(log, busy, 150);
            busy.TruncateHead(keptLsn: 1, neededLsn: 151);
        }
        storage = storage.AfterKill();
        await using (var log = SharedLog.Open(storage, Small))
        {
            var (idle, busy) = (log.FindStream(1)!, log.FindStream(2)!);
            Assert.Equal([1, 2, 3], ReadBack(idle));
            Assert.Equal((1, 150), (busy.FirstLsn, busy.LastLsn));
            // All of it is in checkpoints now.
            busy.TruncateHead(keptLsn: 1, neededLsn: 151);
            idle.TruncateHead(keptLsn: 1, neededLsn: 4);
        }
        await using var again = SharedLog.Open(storage.AfterKill(), Small);
        Assert.Null(again.FindStream(1));
        Assert.InRange(again.FindStream(2)!.FirstLsn, 100, 150);
    }

    // The mark is saved between the cut and its flush; a crash then brings back what was cut.
    [Fact]
    public void What_a_cut_takes_away_is_needed_until_the_cut_is_durable()
    {
        var storage = new FaultyStorage();
        var log = SharedLog.OpenDriven(storage, Small);
        var stream = log.CreateStream(1, 0);
        for (var i = 0; i < 200; i++)
        {
            Append(stream, 1);
            Assert.True(log.TryBeginGroup() && log.EndGroup());
        }

        stream.TruncateTail(100);
        stream.TruncateHead(keptLsn: 60, neededLsn: 101);
        log.TidyNow();

        var again = SharedLog.OpenDriven(storage.AfterKill(), Small).FindStream(1)!;
        Assert.Equal(200, ReadBack(again)[^1]);
        Assert.InRange(again.FirstLsn, 2, 101);
    }

    [Fact]
    public async Task What_is_needed_is_there_after_a_power_cut()
    {
        for (var seed = 0; seed < 40; seed++)
        {
            var random = new Random(seed);
            var storage = new FaultyStorage();
            FaultyStorage image;
            long last, needed = 1;
            await using (var log = SharedLog.Open(storage, Small))
            {
                var stream = log.CreateStream(1, 0);
                for (var i = 0; i < 120; i++)
                {
                    await AppendFlushed(log, stream, 1);
                    if (random.Next(4) > 0)
                        continue;
                    needed = Math.Max(needed, stream.LastLsn + 1 - random.Next(5));
                    stream.TruncateHead(needed - random.Next(60), needed);
                }
                last = stream.LastLsn;
                image = storage.AfterPowerLoss(_ => random.Next(2) == 0);
            }
            await using var reopened = SharedLog.Open(image, Small);
            var found = ReadBack(reopened.FindStream(1));
            Assert.True(needed > last || (found[0] <= needed && found[^1] == last),
                $"Seed {seed}: {found.FirstOrDefault()} to {found.LastOrDefault()}; {needed} to {last} are needed.");
        }
    }
}
