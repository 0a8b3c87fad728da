using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Health;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;
using SfPerf.Platform.Logging;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

/// <summary>What Service Fabric's own unit tests ask of a service's health: source, property and validity.</summary>
public sealed class ServiceHealthReportsTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly ManualTimeProvider _time = new();
    private readonly BlockingCollection<HealthInformation> _reports = [];
    private readonly TaskCompletionSource _held = new(TaskCreationOptions.RunContinuationsAsynchronously);

    [Theory]
    [InlineData(typeof(FabricException))]
    [InlineData(typeof(InvalidOperationException))]
    public async Task A_failed_RunAsync_is_a_warning_of_its_partition(Type type)
    {
        var failure = (Exception)Activator.CreateInstance(type, "no")!;
        await OpenAsync(new Service(_ => throw failure));
        var report = await NextReportAsync();
        Check(report, "RunAsync", "RunAsyncUnhandledException", TimeSpan.FromMinutes(2));
        Assert.Equal(failure.ToString(), report.Description);
    }

    [Fact]
    public async Task A_RunAsync_that_is_slow_to_end_is_a_warning_each_15_seconds()
    {
        var instance = await OpenAsync(new Service(_ => _held.Task));
        var close = instance.CloseAsync(None);
        for (var i = 0; i < 2; i++)
        {
            Check(
                await NextReportAsync(advance: true), "RunAsync", "RunAsyncSlowCancellation", TimeSpan.FromMinutes(2));
        }
        _held.SetResult();
        await close.WaitAsync(Limit, TimeProvider.System);
    }

    [Fact]
    public async Task What_an_aborted_instance_was_slow_at_is_no_warning_any_more()
    {
        var instance = await OpenAsync(new Service(_ => _held.Task));
        var close = instance.CloseAsync(None);
        _ = await NextReportAsync(advance: true);
        instance.Abort();

        HealthInformation report;
        do
        {
            // The clock may have been advanced once more than the report needed.
            report = await NextReportAsync();
        }
        while (report.HealthState == HealthState.Warning);
        Assert.Equal(("RunAsync", "RunAsyncSlowCancellation"), (report.SourceId, report.Property));
        Assert.Equal(HealthState.Ok, report.HealthState);
        Assert.True(report.RemoveWhenExpired);
        _time.Advance(10 * ServiceHealthReports.ExpectedEnd);
        _held.SetResult();
        await close.WaitAsync(Limit, TimeProvider.System);
        Assert.Empty(_reports);
    }

    [Fact]
    public async Task A_listener_that_is_slow_to_close_is_a_warning()
    {
        var listener = new TracedListener("A", new Trace()) { Closing = _held.Task };
        var instance = await OpenAsync(new Service(_ => Task.CompletedTask) { Listener = listener });
        var close = instance.CloseAsync(None);
        var report = await NextReportAsync(advance: true);
        Check(report, "CommunicationListener", "CommunicationListenerSlowClose", TimeSpan.FromMinutes(1));
        Assert.Contains("Web", report.Description, StringComparison.Ordinal);
        _held.SetResult();
        await close.WaitAsync(Limit, TimeProvider.System);
    }

    private static void Check(HealthInformation report, string source, string property, TimeSpan validity)
    {
        Assert.Equal((source, property), (report.SourceId, report.Property));
        Assert.Equal(HealthState.Warning, report.HealthState);
        Assert.Equal(validity, report.TimeToLive);
        Assert.True(report.RemoveWhenExpired);
    }

    private async Task<StatelessServiceInstanceAdapter> OpenAsync(Service service)
    {
        var instance = new StatelessServiceInstanceAdapter(TestContexts.Stateless(), service, new ServiceFailurePolicy
        {
            FailFast = (_, _) => { },
            Log = EventLog.None,
            Time = _time,
        });
        await instance.OpenAsync(new TestPartition(new Trace()) { Reported = _reports.Add }, None);
        await service.Started.WaitAsync(Limit, TimeProvider.System);
        return instance;
    }

    // The clock stands still until it is advanced, so a wait that has not begun yet is met by a later step.
    private async Task<HealthInformation> NextReportAsync(bool advance = false)
    {
        var started = TimeProvider.System.GetTimestamp();
        HealthInformation? report;
        while (!_reports.TryTake(out report))
        {
            Assert.True(TimeProvider.System.GetElapsedTime(started) < Limit, "No report came.");
            if (advance)
                _time.Advance(ServiceHealthReports.ExpectedEnd);
            await Task.Yield();
        }

        return report;
    }

    private sealed class Service(Func<CancellationToken, Task> run) : StatelessService(TestContexts.Stateless())
    {
        private readonly TaskCompletionSource _started = new(TaskCreationOptions.RunContinuationsAsynchronously);

        internal Task Started => _started.Task;

        internal TracedListener? Listener { get; init; }

        protected override IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners() =>
            Listener is null ? [] : [new(_ => Listener, "Web")];

        protected override Task RunAsync(CancellationToken cancellationToken)
        {
            _started.SetResult();
            return run(cancellationToken);
        }
    }
}
