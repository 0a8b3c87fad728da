using System;
using System.ServiceModel;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Operations as pairs of Begin and End, on either side.</summary>
public sealed class AsyncPatternTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_pair_calls_a_pair()
    {
        using var running = new Running<IDivider>(typeof(Divider));
        var channel = running.Factory.CreateChannel();
        var called = new TaskCompletionSource<IAsyncResult>();
        var by = 5;
        var begun = channel.BeginDivide(17, ref by, called.SetResult, "state");
        Assert.Same(begun, await called.Task.WaitAsync(Limit));
        Assert.Equal("state", begun.AsyncState);
        Assert.True(begun.IsCompleted);
        Assert.Equal(3, channel.EndDivide(ref by, out var remainder, begun));
        Assert.Equal((-5, 2), (by, remainder));
    }

    [Fact]
    public void End_waits_and_throws_what_the_call_failed_with()
    {
        using var running = new Running<IDivider>(typeof(Divider));
        var channel = running.Factory.CreateChannel();
        var by = 0;
        var begun = channel.BeginDivide(1, ref by, null, null);
        var error = Assert.Throws<FaultException>(() => channel.EndDivide(ref by, out _, begun));
        Assert.Equal("by zero", error.Message);
        Assert.Throws<ArgumentException>(() => channel.EndTell(begun));
    }

    [Fact]
    public async Task A_one_way_pair_is_sent()
    {
        Divider.Told = new();
        using var running = new Running<IDivider>(typeof(Divider));
        var channel = running.Factory.CreateChannel();
        channel.EndTell(channel.BeginTell(7, null, null));
        Assert.Equal(7, await Divider.Told.Task.WaitAsync(Limit));
    }

    [Fact]
    public void Pairs_and_plain_operations_are_the_same_on_the_wire()
    {
        using var pair = new Running<IDivider>(typeof(Divider));
        using var plain = new Running<IPlainDivider>(typeof(PlainDivider));
        var toPair = new ChannelFactory<IPlainDivider>(new NetTcpBinding(SecurityMode.None), pair.Address);
        var toPlain = new ChannelFactory<IDivider>(new NetTcpBinding(SecurityMode.None), plain.Address);
        var by = 5;
        Assert.Equal(3, toPair.CreateChannel().Divide(17, ref by, out var remainder));
        Assert.Equal((-5, 2), (by, remainder));
        var channel = toPlain.CreateChannel();
        Assert.Equal(-3, channel.EndDivide(ref by, out remainder, channel.BeginDivide(17, ref by, null, null)));
        Assert.Equal((5, 2), (by, remainder));
        toPair.Abort();
        toPlain.Abort();
    }

    [Fact]
    public async Task What_callbacks_throw_on_other_threads_reaches_the_handler()
    {
        var handler = new Handler();
        ExceptionHandler.AsynchronousThreadExceptionHandler = handler;
        using var running = new Running<IDivider>(typeof(Divider));
        var by = 5;
        running.Factory.CreateChannel().BeginDivide(1, ref by, _ => throw new TimeZoneNotFoundException("call"), null);
        Assert.Equal("call", (await handler.Seen.Task.WaitAsync(Limit)).Message);
        ExceptionHandler.AsynchronousThreadExceptionHandler = null;
    }

    [Fact]
    public void A_Begin_without_its_End_is_no_contract() =>
        Assert.Throws<InvalidOperationException>(() => ContractDescription.GetContract(typeof(IHalfPair)));

    private sealed class Handler : ExceptionHandler
    {
        internal TaskCompletionSource<Exception> Seen { get; } = new();

        public override bool HandleException(Exception exception) => Seen.TrySetResult(exception);
    }
}
