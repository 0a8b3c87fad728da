using System;
using SfPerf.Fabric.ReliableState.Serialization;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

public sealed class ByteWriterTests
{
    // The first item decides the sizes that the buffer grows through; 1,037 bytes is a value of 1 KB with its key.
    [Theory]
    [InlineData(1037, 48)]
    [InlineData(20_000, 3)]
    [InlineData(200_000, 1)]
    public void A_writer_in_use_allocates_no_more(int itemBytes, int itemCount)
    {
        var writer = new ByteWriter();
        var item = new byte[itemBytes];
        for (var i = 0; i < 3; i++)
            WriteAll();

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 100; i++)
            WriteAll();
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.True(allocated < 100 * itemBytes / 10, $"100 rounds allocated {allocated} bytes.");

        void WriteAll()
        {
            for (var j = 0; j < itemCount; j++)
                writer.Write(item);
            writer.Reset();
        }
    }

    [Fact]
    public void What_was_written_survives_growing()
    {
        var writer = new ByteWriter();
        for (var round = 0; round < 3; round++)
        {
            for (var i = 0; i < 100_000; i++)
                writer.WriteInt32(i);
            var written = writer.Written;
            Assert.Equal(400_000, written.Length);
            for (var i = 0; i < 100_000; i++)
                Assert.Equal(i, BitConverter.ToInt32(written.Slice(4 * i, 4)));
            writer.Reset();
        }
    }
}
