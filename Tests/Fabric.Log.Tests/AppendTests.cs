using System;
using System.IO;
using SfPerf.Fabric.Log.Storage;
using Xunit;

namespace SfPerf.Fabric.Log.Tests;

/// <summary>What is appended to segments on disk, in whole blocks past the page cache or through it.</summary>
public sealed class AppendTests : IDisposable
{
    private const int Header = LogOptions.SegmentHeaderBytes;
    private const int Length = 4 << 20;
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-append").FullName;
    private readonly byte[] _expected = new byte[Length];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Every_flush_leaves_what_was_appended_and_zeros_behind_it(bool flushes)
    {
        var random = new Random(5);
        using var storage = new FileLogStorage(_folder, flushes);
        using var file = storage.Create("one.log", Length);
        var end = Header;
        while (Length - end > 900_000)
        {
            for (var parts = random.Next(1, 4); parts > 0; parts--)
                end = Append(file, end, random.Next(1, random.Next(4) == 0 ? 300_000 : 9_000));
            file.FlushAppended();
            // A header is written beside the appends, through the page cache.
            _expected[random.Next(Header)] = (byte)end;
            file.Write(_expected.AsSpan(0, Header), 0);
            Assert.Equal(_expected, ReadAll(file));
        }
        file.Flush();
        Assert.Equal(_expected, File.ReadAllBytes(Path.Combine(_folder, "one.log")));
    }

    [Fact]
    public void A_group_may_cross_into_the_next_segment()
    {
        using var storage = new FileLogStorage(_folder);
        using var first = storage.Create("one.log", 64 << 10);
        using var second = storage.Create("two.log", Length);
        var rest = new byte[(64 << 10) - Header - 1000];
        Array.Fill(rest, (byte)1);
        first.Append(rest, Header);
        first.FlushAppended();
        var group = new byte[1000];
        Array.Fill(group, (byte)2);

        first.Append(group, Header + rest.Length);
        second.Append(group, Header);
        first.FlushAppended();
        second.FlushAppended();

        Assert.Equal([.. new byte[Header], .. rest, .. group], ReadAll(first));
        Assert.Equal([.. new byte[Header], .. group], ReadAll(second).AsSpan(0, Header + 1000).ToArray());
    }

    [Fact]
    public void An_append_goes_on_in_the_middle_of_a_block_of_the_process_before()
    {
        int end;
        using (var storage = new FileLogStorage(_folder))
        {
            using var file = storage.Create("one.log", Length);
            end = Append(file, Header, 10_001);
            file.FlushAppended();
        }
        using (var storage = new FileLogStorage(_folder))
        {
            using var file = Assert.Single(storage.OpenAll());
            end = Append(file, end, 777);
            file.FlushAppended();
            Assert.Equal(_expected, ReadAll(file));
        }
    }

    // An abandoned tail: the log goes on before the end of what was appended.
    [Fact]
    public void An_append_before_the_end_replaces_what_follows_in_its_block()
    {
        using var storage = new FileLogStorage(_folder);
        using var file = storage.Create("one.log", Length);
        Append(file, Header, 3000);
        file.FlushAppended();
        _expected.AsSpan(Header + 500).Clear();

        Append(file, Header + 500, 100);
        file.FlushAppended();

        Assert.Equal(_expected, ReadAll(file));
    }

    private static byte[] ReadAll(ILogFile file)
    {
        var bytes = new byte[file.Length];
        Assert.Equal(bytes.Length, file.Read(bytes, 0));
        return bytes;
    }

    private int Append(ILogFile file, int offset, int length)
    {
        var bytes = _expected.AsSpan(offset, length);
        new Random(offset).NextBytes(bytes);
        file.Append(bytes, offset);
        return offset + length;
    }
}
