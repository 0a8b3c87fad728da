using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Services.Runtime;
using SfPerf.Platform.Logging;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

public sealed class StatefulServiceReplicaAdapterTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Trace _trace = new();
    private readonly TestPartition _partition;
    private readonly TracedStateProvider _state;
    private readonly ManualTimeProvider _time = new();
    private readonly TaskCompletionSource _held = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public StatefulServiceReplicaAdapterTests()
    {
        _partition = new TestPartition(new Trace());
        _state = new TracedStateProvider(_trace);
    }

    [Fact]
    public async Task Opening_opens_the_state_first()
    {
        var replica = Adapt(new TracedStatefulService(_trace, _state));
        await replica.OpenAsync(ReplicaOpenMode.New, _partition, None);
        Assert.Equal("state.open(New) OnOpen(New)", _trace.Text);
    }

    [Fact]
    public async Task A_failure_of_the_service_to_open_closes_the_state()
    {
        var failure = new InvalidOperationException("no");
        var replica = Adapt(new TracedStatefulService(_trace, _state) { OpenFailure = failure });
        var thrown = await Assert.ThrowsAsync<InvalidOperationException>(
            () => replica.OpenAsync(ReplicaOpenMode.Existing, _partition, None));
        Assert.Same(failure, thrown);
        Assert.Equal("state.open(Existing) OnOpen(Existing) state.close", _trace.Text);
    }

    [Fact]
    public async Task Becoming_primary_opens_listeners_in_order_and_then_runs()
    {
        var service = new TracedStatefulService(_trace, _state) { Run = _ => _held.Task };
        var replica = await OpenAsync(service);
        var address = await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        await _trace.ReachedAsync("run");
        Assert.Equal("""{"Endpoints":{"A":"tcp://A","B":"tcp://B"}}""", address);
        Assert.Equal(
            "state.role(Primary) declare A.open B.open OnChangeRole(Primary)",
            _trace.Text.Replace(" run", "", StringComparison.Ordinal));
        Assert.Equal("tcp://B", service.Addresses["B"]);
        _held.SetResult();
    }

    [Fact]
    public async Task RunAsync_waits_until_the_partition_may_be_written()
    {
        var asked = new Trace();
        var partition = new TestPartition(asked) { WriteStatus = PartitionAccessStatus.ReconfigurationPending };
        var replica = Adapt(new TracedStatefulService(_trace, _state));
        await replica.OpenAsync(ReplicaOpenMode.New, partition, None);
        await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        await asked.ReachedAsync("asked(ReconfigurationPending)");
        Assert.DoesNotContain("run", _trace.Text, StringComparison.Ordinal);
        partition.WriteStatus = PartitionAccessStatus.Granted;
        var run = _trace.ReachedAsync("run");
        while (!run.IsCompleted)
        {
            _time.Advance(ServiceFailurePolicy.LongestStatusWait);
            await Task.Yield();
        }

        await run;
    }

    // What RunAsync reads first would fail, and with it the primary.
    [Fact]
    public async Task RunAsync_waits_until_the_partition_may_be_read_too()
    {
        var asked = new Trace();
        var partition = new TestPartition(asked) { ReadStatus = PartitionAccessStatus.ReconfigurationPending };
        var replica = Adapt(new TracedStatefulService(_trace, _state));
        await replica.OpenAsync(ReplicaOpenMode.New, partition, None);
        await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        await asked.ReachedAsync("asked(Granted)");
        Assert.DoesNotContain("run", _trace.Text, StringComparison.Ordinal);
        partition.ReadStatus = PartitionAccessStatus.Granted;
        var run = _trace.ReachedAsync("run");
        while (!run.IsCompleted)
        {
            _time.Advance(ServiceFailurePolicy.LongestStatusWait);
            await Task.Yield();
        }

        await run;
    }

    [Fact]
    public async Task Demotion_awaits_the_end_of_RunAsync_before_secondary_listeners_open()
    {
        var service = new TracedStatefulService(_trace, _state)
        {
            Run = async token =>
            {
                await token.WaitAsync();
                _trace.Add("cancelled");
                await _held.Task;
                token.ThrowIfCancellationRequested();
            },
        };
        var replica = await OpenAsync(service);
        await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        await _trace.ReachedAsync("run");
        _trace.Clear();
        var demotion = replica.ChangeRoleAsync(ReplicaRole.ActiveSecondary, None);
        await _trace.ReachedAsync("cancelled");
        Assert.False(demotion.IsCompleted);
        _held.SetResult();
        Assert.Equal("""{"Endpoints":{"B":"tcp://B"}}""", await demotion.WaitAsync(Limit, TimeProvider.System));
        Assert.Equal(
            "A.close B.close state.role(ActiveSecondary) cancelled ran B.open OnChangeRole(ActiveSecondary)",
            _trace.Text);
    }

    [Fact]
    public async Task An_idle_secondary_opens_no_listener()
    {
        var replica = await OpenAsync(new TracedStatefulService(_trace, _state));
        Assert.Equal("""{"Endpoints":{}}""", await replica.ChangeRoleAsync(ReplicaRole.IdleSecondary, None));
        Assert.Equal("state.role(IdleSecondary) OnChangeRole(IdleSecondary)", _trace.Text);
    }

    [Fact]
    public async Task Listeners_are_declared_once_and_created_anew_for_each_role()
    {
        var created = 0;
        var service = new TracedStatefulService(_trace, _state)
        {
            CreateListener = name =>
            {
                created++;
                return new TracedListener(name, _trace);
            },
        };
        var replica = await OpenAsync(service);
        await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        await replica.ChangeRoleAsync(ReplicaRole.ActiveSecondary, None);
        await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        Assert.Equal(5, created);
        Assert.Equal(1, _trace.Text.Split("declare").Length - 1);
    }

    [Fact]
    public async Task A_factory_that_returns_null_declines_to_listen()
    {
        var service = new TracedStatefulService(_trace, _state)
        {
            CreateListener = name => name == "A" ? null! : new TracedListener(name, _trace),
        };
        var replica = await OpenAsync(service);
        var address = await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        Assert.DoesNotContain("\"A\"", address, StringComparison.Ordinal);
        Assert.Contains("\"B\"", address, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_listener_that_cannot_open_aborts_those_before_it()
    {
        var service = new TracedStatefulService(_trace, _state)
        {
            CreateListener = name => new TracedListener(name, _trace)
            {
                OpenFailure = name == "B" ? new InvalidOperationException("port taken") : null,
            },
        };
        var replica = await OpenAsync(service);
        await Assert.ThrowsAsync<InvalidOperationException>(() => replica.ChangeRoleAsync(ReplicaRole.Primary, None));
        Assert.Equal("state.role(Primary) declare A.open B.open A.abort B.abort", _trace.Text);
    }

    [Fact]
    public async Task A_listener_that_cannot_close_is_aborted_and_the_rest_goes_on()
    {
        var service = new TracedStatefulService(_trace, _state)
        {
            CreateListener = name => new TracedListener(name, _trace)
            {
                CloseFailure = name == "A" ? new TimeoutException() : null,
            },
        };
        var replica = await OpenAsync(service);
        await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        await _trace.ReachedAsync("ran");
        _trace.Clear();
        await replica.CloseAsync(None);
        Assert.Equal("A.close A.abort B.close OnClose state.close", _trace.Text);
    }

    [Fact]
    public async Task Closing_cancels_RunAsync_last_and_awaits_it()
    {
        var service = new TracedStatefulService(_trace, _state) { Run = t => t.WaitAsync() };
        var replica = await OpenAsync(service);
        await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        await _trace.ReachedAsync("run");
        _trace.Clear();
        await replica.CloseAsync(None).WaitAsync(Limit, TimeProvider.System);
        Assert.Equal("A.close B.close OnClose state.close ran", _trace.Text);
    }

    [Fact]
    public async Task An_OnAbort_that_throws_stops_neither_the_abort_of_the_state_nor_RunAsync()
    {
        var service = new TracedStatefulService(_trace, _state)
        {
            Run = t => t.WaitAsync(), Aborting = () => throw new InvalidOperationException("not now"),
        };
        var replica = await OpenAsync(service);
        await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        await _trace.ReachedAsync("run");
        _trace.Clear();
        Assert.Throws<InvalidOperationException>(replica.Abort);
        await _trace.ReachedAsync("ran").WaitAsync(Limit, TimeProvider.System);
        Assert.Equal("A.abort B.abort OnAbort state.abort ran", _trace.Text);
    }

    [Fact]
    public async Task Abort_does_not_wait_for_RunAsync()
    {
        var service = new TracedStatefulService(_trace, _state) { Run = _ => _held.Task };
        var replica = await OpenAsync(service);
        await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
        await _trace.ReachedAsync("run");
        _trace.Clear();
        replica.Abort();
        Assert.Equal("A.abort B.abort OnAbort state.abort", _trace.Text);
        _held.SetResult();
    }

    [Fact]
    public async Task A_fabric_exception_in_RunAsync_asks_for_a_restart_of_the_replica()
    {
        var faults = new Trace();
        await RunAsync(faults, () => throw new FabricNotPrimaryException());
        await faults.ReachedAsync("fault(Transient)");
        Assert.DoesNotContain("failfast", faults.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Any_other_exception_in_RunAsync_ends_the_process()
    {
        var faults = new Trace();
        await RunAsync(faults, () => throw new InvalidOperationException("bug"));
        await faults.ReachedAsync("failfast(InvalidOperationException)");
        Assert.Equal("asked(Granted) health fault(Transient) failfast(InvalidOperationException)", faults.Text);
    }

    [Fact]
    public async Task A_cancellation_nobody_asked_for_ends_the_process()
    {
        var faults = new Trace();
        await RunAsync(faults, () => throw new OperationCanceledException());
        await faults.ReachedAsync("failfast(OperationCanceledException)");
    }

    [Fact]
    public async Task Data_loss_lets_the_service_restore_a_backup()
    {
        await OpenAsync(new TracedStatefulService(_trace, _state));
        Assert.True(await _state.DataLoss!(None));
        Assert.Equal("state.restore(/backup,Force)", _trace.Text);
    }

    [Fact]
    public async Task A_backup_without_a_timeout_has_an_hour()
    {
        var service = new TracedStatefulService(_trace, _state);
        await service.BackupAsync(new BackupDescription(BackupOption.Incremental, (_, _) => Task.FromResult(true)));
        Assert.Equal("Incremental 01:00:00", _state.Backup);
    }

    private async Task RunAsync(Trace faults, Action body)
    {
        var service = new TracedStatefulService(_trace, _state)
        {
            Run = _ =>
            {
                body();
                return Task.CompletedTask;
            },
        };
        var replica = Adapt(service, faults);
        var partition = new TestPartition(faults) { Reported = _ => faults.Add("health") };
        await replica.OpenAsync(ReplicaOpenMode.New, partition, None);
        await replica.ChangeRoleAsync(ReplicaRole.Primary, None);
    }

    private async Task<StatefulServiceReplicaAdapter> OpenAsync(TracedStatefulService service)
    {
        var replica = Adapt(service);
        await replica.OpenAsync(ReplicaOpenMode.New, _partition, None);
        _trace.Clear();
        return replica;
    }

    private StatefulServiceReplicaAdapter Adapt(TracedStatefulService service, Trace? faults = null) =>
        new(service.Context, service, new ServiceFailurePolicy
        {
            FailFast = (_, e) => (faults ?? _trace).Add($"failfast({e.GetType().Name})"),
            Log = EventLog.None,
            Time = _time,
        });
}
