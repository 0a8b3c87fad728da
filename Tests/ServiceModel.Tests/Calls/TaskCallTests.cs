using System;
using System.Linq;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

[Collection("Counter")]
public sealed class TaskCallTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly Running<ICounter> _running = new(typeof(PerCallSingle));

    public TaskCallTests()
    {
        Counter.Gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Counter.Meeting = new();
    }

    public void Dispose() => _running.Dispose();

    [Fact]
    public async Task Many_calls_in_flight_each_get_their_own_reply()
    {
        var channel = _running.Factory.CreateChannel();
        var calls = Enumerable.Range(0, 500).Select(i => channel.EchoAsync(BitConverter.GetBytes(i))).ToArray();
        var replies = await Task.WhenAll(calls).WaitAsync(Limit);
        Assert.Equal(Enumerable.Range(0, 500), replies.Select(r => BitConverter.ToInt32(r)));
    }

    [Fact]
    public async Task A_call_times_out_and_its_late_reply_disturbs_nobody()
    {
        var channel = _running.Factory.CreateChannel();
        await channel.EchoAsync([0]).WaitAsync(Limit);
        ((IClientChannel)channel).OperationTimeout = TimeSpan.FromMilliseconds(100);
        await Assert.ThrowsAsync<TimeoutException>(() => channel.WaitAsync().WaitAsync(Limit));
        ((IClientChannel)channel).OperationTimeout = Limit;
        Counter.Gate.SetResult();
        Assert.Equal([1], await channel.EchoAsync([1]).WaitAsync(Limit));
        Assert.Equal(CommunicationState.Opened, ((IClientChannel)channel).State);
    }

    [Fact]
    public void A_blocking_call_times_out()
    {
        var channel = _running.Factory.CreateChannel();
        channel.Instance();
        ((IClientChannel)channel).OperationTimeout = TimeSpan.FromMilliseconds(100);
        Assert.Throws<TimeoutException>(() => channel.Meet(2, 5000));
    }

    [Fact]
    public async Task Abort_fails_the_calls_in_flight()
    {
        var channel = _running.Factory.CreateChannel();
        var call = channel.WaitAsync();
        await channel.EchoAsync([1]).WaitAsync(Limit);
        ((IClientChannel)channel).Abort();
        await Assert.ThrowsAsync<CommunicationObjectAbortedException>(() => call.WaitAsync(Limit));
        Counter.Gate.SetResult();
    }

    [Fact]
    public async Task A_dying_host_fails_the_calls_in_flight_and_faults_the_channel()
    {
        var channel = _running.Factory.CreateChannel();
        var faulted = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        ((IClientChannel)channel).Faulted += (_, _) => faulted.SetResult();
        var call = channel.WaitAsync();
        await channel.EchoAsync([1]).WaitAsync(Limit);
        _running.Host.Abort();
        await Assert.ThrowsAsync<CommunicationException>(() => call.WaitAsync(Limit));
        await faulted.Task.WaitAsync(Limit);
        Assert.Throws<CommunicationObjectFaultedException>(() => channel.Instance());
        Assert.Throws<CommunicationObjectFaultedException>(() => ((IClientChannel)channel).Close());
        Assert.Equal(CommunicationState.Closed, ((IClientChannel)channel).State);
        Counter.Gate.SetResult();
    }

    [Fact]
    public async Task Close_waits_for_the_calls_in_flight()
    {
        var channel = _running.Factory.CreateChannel();
        var call = channel.WaitAsync();
        await channel.EchoAsync([1]).WaitAsync(Limit);
        var closing = Task.Run(() => ((IClientChannel)channel).Close(Limit));
        Counter.Gate.SetResult();
        await closing.WaitAsync(Limit);
        await call.WaitAsync(Limit);
    }

    [Fact]
    public async Task Six_hundred_clients_finish_although_fewer_sessions_may_be_open()
    {
        var clients = Enumerable.Range(0, 600).Select(async i =>
        {
            var channel = _running.Factory.CreateChannel();
            var bytes = BitConverter.GetBytes(i);
            for (var call = 0; call < 10; call++)
                Assert.Equal(bytes, await channel.EchoAsync(bytes));
            await Task.Run(() => ((IClientChannel)channel).Close());
        });
        await Task.WhenAll(clients).WaitAsync(Limit);
    }

    [Fact]
    public async Task Channels_in_turn_share_one_connection()
    {
        for (var i = 0; i < 20; i++)
        {
            var channel = _running.Factory.CreateChannel();
            await channel.EchoAsync([1]).WaitAsync(Limit);
            ((IClientChannel)channel).Close();
        }

        Assert.Equal(1, _running.Factory.ConnectionsMade);
    }
}
