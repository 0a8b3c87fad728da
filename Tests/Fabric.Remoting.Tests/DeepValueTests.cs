using System;
using System.IO;
using System.Runtime.Serialization;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.Fabric.Remoting.Wire;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>Values nested deeply: a stack that overflows ends the process, whatever is caught.</summary>
public sealed class DeepValueTests
{
    private const string Space = "http://schemas.datacontract.org/2004/07/SfPerf.Fabric.Remoting.Tests";

    // Half of a receive thread's.
    private const int StackBytes = 256 << 10;

    [Fact]
    public void The_deepest_value_allowed_is_read_with_half_of_a_receive_threads_stack()
    {
        var read = 0;
        var error = RunWithStack(() =>
        {
            for (var link = Read(DataContractCodec<object>.DepthMax - 1); link is not null; link = link.Next)
                read++;
        });
        Assert.Null(error);
        Assert.Equal(DataContractCodec<object>.DepthMax - 1, read);
    }

    [Theory]
    [InlineData(DataContractCodec<object>.DepthMax + 1)]
    [InlineData(1_000_000)]
    public void A_deeper_value_is_refused(int depth)
    {
        var error = RunWithStack(() => Read(depth));
        Assert.True(error is XmlException or SerializationException, $"{error}");
        Assert.Contains($"{DataContractCodec<object>.DepthMax}", error!.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_call_with_a_value_too_deep_fails_and_harms_no_other()
    {
        await using var bench = Bench.WhoseClockStands();
        bench.MakePrimary(bench.Host(new Probe()));
        var proxy = bench.Proxy();

        await Assert.ThrowsAsync<AggregateException>(
            () => proxy.ChainAsync(Chain.Of(DataContractCodec<object>.DepthMax + 1)))
            .WaitAsync(Bench.Limit, TestContext.Current.CancellationToken);

        Assert.Equal(7, (await proxy.ChainAsync(Chain.Of(250))).Next!.Next!.Next!.Next!.Next!.Next!.Number);
        Assert.Equal(1, bench.Resolved);
    }

    private static Chain? Read(int depth)
    {
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
        {
            writer.WriteStartElement(nameof(Chain), Space);
            for (var i = 1; i < depth; i++)
                writer.WriteStartElement("Next", Space);
            writer.Flush();
            for (var i = 0; i < depth; i++)
                writer.WriteEndElement();
        }
        var buffer = new MessageBuffer();
        buffer.WriteInt32((int)stream.Length);
        buffer.Write(stream.GetBuffer().AsSpan(0, (int)stream.Length));
        var reader = new MessageReader(buffer.Span);
        return Codec<Chain>.Default.Read(ref reader);
    }

    private static Exception? RunWithStack(Action work)
    {
        Exception? error = null;
        var thread = new Thread(
            () => error = Record.Exception(work), StackBytes);
        thread.Start();
        thread.Join();
        return error;
    }
}
