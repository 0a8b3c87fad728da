using System;
using System.Collections.Generic;
using System.IO;
using Xunit;

namespace SfPerf.Platform.Tests;

public sealed class DirectFileStreamTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-direct").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(true, 0)]
    [InlineData(true, 1)]
    [InlineData(true, 4096)]
    [InlineData(true, 1 << 20)]
    [InlineData(true, (1 << 20) + 1)]
    [InlineData(true, 5_000_000)]
    [InlineData(false, 0)]
    [InlineData(false, (1 << 20) + 1)]
    [InlineData(false, 5_000_000)]
    public void The_file_holds_what_was_written(bool direct, int bytes)
    {
        var content = new byte[bytes];
        new Random(bytes).NextBytes(content);
        var path = Path.Combine(_folder, "file");
        File.WriteAllText(path, "an older and shorter file");
        using (var file = new DirectFileStream(path, direct))
        {
            foreach (var (start, length) in Pieces(bytes))
                file.Write(content.AsSpan(start, length));
            Assert.Equal(bytes, file.Length);
            file.FlushToDevice();
            Assert.Equal(bytes, file.Length);
        }
        Assert.Equal(content, File.ReadAllBytes(path));
    }

    // No device takes a write of 100 bytes at offset 1 past the cache.
    [Fact]
    public void A_write_that_the_device_refuses_goes_through_the_cache()
    {
        var path = Path.Combine(_folder, "refused");
        var content = new byte[100];
        new Random(1).NextBytes(content);
        using (var file = File.OpenHandle(path, FileMode.Create, FileAccess.Write))
        {
            var isDirect = DirectFiles.TryBegin(file);
            DirectFiles.Write(file, content, 1, ref isDirect);
            Assert.False(isDirect);
            DirectFiles.Write(file, [7], 101, ref isDirect);
        }
        Assert.Equal([0, .. content, 7], File.ReadAllBytes(path));
    }

    [Fact]
    public void A_full_device_is_reported()
    {
        Assert.SkipUnless(File.Exists("/dev/full"), "skipped: needs /dev/full");
        using var file = new DirectFileStream("/dev/full");
        file.Write(new byte[1000]);
        Assert.Throws<IOException>(file.FlushToDevice);
    }

    [Fact]
    public void A_closed_file_takes_nothing()
    {
        var file = new DirectFileStream(Path.Combine(_folder, "closed"));
        file.Dispose();
        file.Dispose();
        Assert.Throws<ObjectDisposedException>(() => file.Write([1]));
        Assert.Throws<ObjectDisposedException>(file.FlushToDevice);
    }

    private static IEnumerable<(int Start, int Length)> Pieces(int bytes)
    {
        var random = new Random(7);
        for (var start = 0; start < bytes;)
        {
            var length = Math.Min(bytes - start, random.Next(1, 700_000));
            yield return (start, length);
            start += length;
        }
    }
}
