using System;
using System.IO;
using Xunit;

namespace SfPerf.Platform.Tests;

public sealed class DirectReadStreamTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-direct-read").FullName;

    private string Path => System.IO.Path.Combine(_folder, "file");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4095)]
    [InlineData(4096)]
    [InlineData(1 << 20)]
    [InlineData((1 << 20) + 1)]
    [InlineData(5_000_000)]
    public void Every_byte_is_given_out_once(int bytes)
    {
        var content = new byte[bytes];
        new Random(bytes).NextBytes(content);
        File.WriteAllBytes(Path, content);
        var read = new byte[bytes];
        var count = 0;
        using var file = new DirectReadStream(Path);
        Assert.Equal(bytes, file.Length);
        // Each read asks for at least one byte, up to the last one, that finds the end.
        var random = new Random(3);
        while (file.Read(read, count, Math.Min(random.Next(1, 700_000), bytes - count)) is > 0 and var length)
        {
            count += length;
            Assert.Equal(count, file.Position);
        }
        Assert.Equal(content, read);
        Assert.Equal(0, file.Read(new byte[1]));
        Assert.Equal(0, file.Read(new byte[1]));
    }

    [Fact]
    public void A_file_that_is_deleted_meanwhile_is_read_to_its_end()
    {
        var content = new byte[3_000_000];
        new Random(1).NextBytes(content);
        File.WriteAllBytes(Path, content);
        using var file = new DirectReadStream(Path);
        var first = file.ReadByte();
        File.Delete(Path);
        using var rest = new MemoryStream();
        file.CopyTo(rest);
        Assert.Equal(content, (byte[])[(byte)first, .. rest.ToArray()]);
    }

    [Fact]
    public void A_missing_file_is_reported() =>
        Assert.Throws<FileNotFoundException>(() => new DirectReadStream(Path));

    [Fact]
    public void A_closed_file_gives_nothing()
    {
        File.WriteAllBytes(Path, [1]);
        var file = new DirectReadStream(Path);
        file.Dispose();
        file.Dispose();
        Assert.Throws<ObjectDisposedException>(() => file.ReadByte());
    }

    // No device reads 100 bytes from offset 1 past the cache.
    [Fact]
    public void A_read_that_the_device_refuses_goes_through_the_cache()
    {
        byte[] content = [0, 1, 2, 3];
        File.WriteAllBytes(Path, content);
        using var file = File.OpenHandle(Path);
        var isDirect = DirectFiles.TryBegin(file);
        var read = new byte[3];
        Assert.Equal(3, DirectFiles.Read(file, read, 1, ref isDirect));
        Assert.False(isDirect);
        Assert.Equal([1, 2, 3], read);
        Assert.Equal(1, DirectFiles.Read(file, read, 3, ref isDirect));
    }
}
