using System;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Description;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

[Collection("Counter")]
public sealed class ConcurrencyTests
{
    private const int Wanted = 4;
    private const int Patience = 20000;
    private const int Short = 150;

    // Two calls must meet in it on a busy machine.
    private const int Overlap = 600;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData(typeof(PerCallMultiple))]
    [InlineData(typeof(PerSessionMultiple))]
    [InlineData(typeof(SingleMultiple))]
    public async Task Multiple_lets_blocking_calls_of_one_session_overlap(Type service) =>
        Assert.Equal(Wanted, await MostOnOneChannelAsync(service, Patience, blocking: true));

    [Theory]
    [InlineData(typeof(PerCallSingle))]
    [InlineData(typeof(PerSessionSingle))]
    [InlineData(typeof(SingleSingle))]
    public async Task Single_runs_blocking_calls_of_one_session_one_by_one(Type service) =>
        Assert.Equal(1, await MostOnOneChannelAsync(service, Short, blocking: true));

    [Fact]
    public async Task PerCall_single_lets_task_operations_of_one_session_overlap() =>
        Assert.Equal(Wanted, await MostOnOneChannelAsync(typeof(PerCallSingle), Patience, blocking: false));

    [Theory]
    [InlineData(typeof(PerSessionSingle))]
    [InlineData(typeof(SingleSingle))]
    public async Task Single_holds_the_instance_until_its_task_ends(Type service) =>
        Assert.Equal(1, await MostOnOneChannelAsync(service, Short, blocking: false));

    [Fact]
    public async Task PerCall_single_overlaps_across_channels() =>
        Assert.Equal(Wanted, await MostAcrossChannelsAsync(typeof(PerCallSingle), Patience));

    [Fact]
    public async Task Single_instance_single_is_one_at_a_time_across_channels() =>
        Assert.Equal(1, await MostAcrossChannelsAsync(typeof(SingleSingle), Short));

    [Theory]
    [InlineData(2, 100)]
    [InlineData(100, 2)]
    public async Task No_more_calls_run_and_instances_live_than_the_throttle_lets(int ofCalls, int ofInstances)
    {
        Counter.Meeting = new();
        using var running = new Running<ICounter>(
            typeof(PerCallMultiple),
            change: h => h.Description.Behaviors.Add(
                new ServiceThrottlingBehavior { MaxConcurrentCalls = ofCalls, MaxConcurrentInstances = ofInstances }));
        var channel = running.Factory.CreateChannel();
        var calls = Enumerable.Range(0, 6).Select(_ => channel.MeetAsyncTask(6, Overlap)).ToArray();
        Assert.Equal(2, (await Task.WhenAll(calls).WaitAsync(Limit)).Max());
    }

    [Theory]
    [InlineData("http")]
    [InlineData("streamed")]
    public async Task Without_sessions_PerSession_has_an_instance_for_each_call_and_counts_it(string kind)
    {
        Counter.Meeting = new();
        using var running = new Running<ICounter>(
            typeof(PerSessionMultiple),
            Bindings.WithoutSessions(kind),
            h => h.Description.Behaviors.Add(new ServiceThrottlingBehavior { MaxConcurrentInstances = 2 }));
        var channel = running.Factory.CreateChannel();
        var calls = Enumerable.Range(0, 6).Select(_ => channel.MeetAsyncTask(6, Overlap)).ToArray();
        Assert.Equal(2, (await Task.WhenAll(calls).WaitAsync(Limit)).Max());
    }

    [Theory]
    [InlineData(typeof(PerCallMultiple), 1, 100)]
    [InlineData(typeof(PerSessionMultiple), 100, 1)]
    public async Task No_more_sessions_open_than_the_throttle_lets(Type service, int ofSessions, int ofInstances)
    {
        using var running = new Running<ICounter>(
            service,
            change: h => h.Description.Behaviors.Add(new ServiceThrottlingBehavior
            {
                MaxConcurrentSessions = ofSessions, MaxConcurrentInstances = ofInstances,
            }));
        var first = running.Factory.CreateChannel();
        await first.EchoAsync([1]).WaitAsync(Limit);
        var second = running.Factory.CreateChannel();
        var waiting = second.EchoAsync([2]);
        Assert.Equal([3], await first.EchoAsync([3]).WaitAsync(Limit));
        Assert.False(waiting.IsCompleted);
        ((IClientChannel)first).Close();
        Assert.Equal([2], await waiting.WaitAsync(Limit));
    }

    [Fact]
    public void Instances_live_as_long_as_their_mode_says()
    {
        Assert.Equal((4, 4), Instances(typeof(PerCallSingle)));
        Assert.Equal((2, 2), Instances(typeof(PerSessionSingle)));
        Assert.Equal((1, 1), Instances(typeof(SingleSingle)));
    }

    private static (int Made, int Disposed) Instances(Type service)
    {
        int[] made;
        var host = new ServiceHost(service);
        using (var running = new Running<ICounter>(host))
        {
            var channels = new[] { running.Factory.CreateChannel(), running.Factory.CreateChannel() };
            made = channels.SelectMany(c => new[] { c.Instance(), c.Instance() }).Distinct().ToArray();
            foreach (var channel in channels)
                ((IClientChannel)channel).Close();
            host.Close(Limit);
        }

        return (made.Length, Counter.Disposed.Count(made.Contains));
    }

    private static async Task<int> MostOnOneChannelAsync(Type service, int milliseconds, bool blocking)
    {
        Counter.Meeting = new();
        using var running = new Running<ICounter>(service);
        var channel = running.Factory.CreateChannel();
        ((IClientChannel)channel).Open();
        var calls = Enumerable.Range(0, Wanted).Select(_ => blocking
            ? Task.Factory.StartNew(() => channel.Meet(Wanted, milliseconds), TaskCreationOptions.LongRunning)
            : channel.MeetAsyncTask(Wanted, milliseconds)).ToArray();
        return (await Task.WhenAll(calls).WaitAsync(Limit)).Max();
    }

    private static async Task<int> MostAcrossChannelsAsync(Type service, int milliseconds)
    {
        Counter.Meeting = new();
        using var running = new Running<ICounter>(service);
        var calls = Enumerable.Range(0, Wanted)
            .Select(_ => running.Factory.CreateChannel())
            .Select(c => c.MeetAsyncTask(Wanted, milliseconds)).ToArray();
        return (await Task.WhenAll(calls).WaitAsync(Limit)).Max();
    }
}
