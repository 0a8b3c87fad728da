using System;
using System.Linq;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

/// <summary>Calls of ConcurrencyMode.Multiple run on the reading thread while they are short. When one blocks after
/// all, the session goes on.</summary>
[Collection("Gate")]
public sealed class ReadAheadTests : IDisposable
{
    private const int Learning = 50;
    private const int Outstanding = 6;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly Running<IGate> _running = new(typeof(GateService));
    private readonly ChannelFactory<IGateClient> _factory;
    private readonly IGateClient _channel;

    public ReadAheadTests()
    {
        GateService.Open.Reset();
        _factory = new(new NetTcpBinding(SecurityMode.None), _running.Address);
        _channel = _factory.CreateChannel();
    }

    public void Dispose()
    {
        GateService.Open.Set();
        _factory.Abort();
        _running.Dispose();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_short_operation_that_blocks_for_once_holds_up_no_later_call(bool isTask)
    {
        await LearnAsync(isTask);
        var stopped = Call(isTask, stop: true);
        for (var i = 0; i < Learning; i++)
            Assert.True(await Call(isTask, stop: false).WaitAsync(Limit));
        Assert.False(stopped.IsCompleted);
        GateService.Open.Set();
        Assert.True(await stopped.WaitAsync(Limit));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_call_that_blocks_holds_up_no_call_or_reply_sent_together_with_it(bool isTask)
    {
        await LearnAsync(isTask);
        for (var place = 0; place < Outstanding; place++)
        {
            GateService.Open.Reset();
            var calls = Enumerable.Range(0, Outstanding).Select(i => Call(isTask, stop: i == place)).ToArray();
            await Task.WhenAll(calls.Where((_, i) => i != place)).WaitAsync(Limit);
            Assert.False(calls[place].IsCompleted);
            GateService.Open.Set();
            Assert.True(await calls[place].WaitAsync(Limit));
        }
    }

    [Fact]
    public async Task As_many_calls_may_block_as_are_outstanding()
    {
        await LearnAsync(isTask: false);
        var stopped = Enumerable.Range(0, Outstanding).Select(_ => Call(isTask: false, stop: true)).ToArray();
        Assert.True(await Call(isTask: false, stop: false).WaitAsync(Limit));
        GateService.Open.Set();
        await Task.WhenAll(stopped).WaitAsync(Limit);
    }

    [Fact]
    public async Task What_a_call_leaves_in_an_AsyncLocal_is_not_seen_by_the_next()
    {
        for (var i = 0; i < Learning; i++)
            Assert.Null(await _channel.LeaveAsync("left").WaitAsync(Limit));
    }

    [Fact]
    public async Task A_one_way_call_that_fails_cuts_the_session_without_an_End()
    {
        var stopped = Call(isTask: false, stop: true);
        await _channel.BreakAsync();
        var error = await Assert.ThrowsAnyAsync<CommunicationException>(() => stopped.WaitAsync(Limit));
        Assert.NotEqual("The service ended the session.", error.Message);
    }

    // The first calls run on threads of their own, till the operation has shown to be short.
    private async Task LearnAsync(bool isTask)
    {
        for (var i = 0; i < Learning; i++)
            await Call(isTask, stop: false).WaitAsync(Limit);
    }

    private Task<bool> Call(bool isTask, bool stop) => isTask ? _channel.PassTaskAsync(stop) : _channel.PassAsync(stop);
}
