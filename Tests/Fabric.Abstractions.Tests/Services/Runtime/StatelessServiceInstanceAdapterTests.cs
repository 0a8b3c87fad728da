using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

public sealed class StatelessServiceInstanceAdapterTests
{
    private readonly Trace _trace = new();

    [Fact]
    public async Task Opening_opens_listeners_runs_and_tells_the_service()
    {
        var instance = Adapt();
        var address = await instance.OpenAsync(new TestPartition(new Trace()), CancellationToken.None);
        await _trace.ReachedAsync("run");
        Assert.Equal("""{"Endpoints":{"":"tcp://A"}}""", address);
        Assert.Equal("A.open OnOpen", _trace.Text.Replace(" run", "", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Closing_closes_listeners_awaits_RunAsync_and_tells_the_service()
    {
        var instance = Adapt();
        await instance.OpenAsync(new TestPartition(new Trace()), CancellationToken.None);
        await _trace.ReachedAsync("run");
        _trace.Clear();
        await instance.CloseAsync(CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(60), TimeProvider.System);
        Assert.Equal("A.close ran OnClose", _trace.Text);
    }

    [Fact]
    public async Task Abort_does_not_wait()
    {
        var instance = Adapt();
        await instance.OpenAsync(new TestPartition(new Trace()), CancellationToken.None);
        await _trace.ReachedAsync("run");
        _trace.Clear();
        instance.Abort();
        await _trace.ReachedAsync("ran");
        Assert.Equal("A.abort OnAbort", _trace.Text.Replace(" ran", "", StringComparison.Ordinal));
    }

    private StatelessServiceInstanceAdapter Adapt() =>
        new(TestContexts.Stateless(), new TracedStatelessService(_trace));

    private sealed class TracedStatelessService(Trace trace) : StatelessService(TestContexts.Stateless())
    {
        protected override IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners() =>
            [new(_ => new TracedListener("A", trace))];

        protected override Task OnOpenAsync(CancellationToken cancellationToken)
        {
            trace.Add("OnOpen");
            return Task.CompletedTask;
        }

        protected override async Task RunAsync(CancellationToken cancellationToken)
        {
            trace.Add("run");
            await cancellationToken.WaitAsync();
            trace.Add("ran");
        }

        protected override Task OnCloseAsync(CancellationToken cancellationToken)
        {
            trace.Add("OnClose");
            return Task.CompletedTask;
        }

        protected override void OnAbort() => trace.Add("OnAbort");
    }
}
