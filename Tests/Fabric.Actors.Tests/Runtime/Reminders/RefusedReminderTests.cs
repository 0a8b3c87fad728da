using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Reminders;

/// <summary>Reminders whose turn the replica could not serve: they fire again. None is taken for one that has fired.
/// </summary>
public sealed class RefusedReminderTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private readonly ManualTimeProvider _time = new();
    private int _begun;
    private int _ended;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Refusals { get; } = new(Refusal.Keys);

    private static Dictionary<string, Exception> Refusal => new()
    {
        ["not readable"] = new FabricNotReadableException("refused"),
        ["not primary"] = new FabricNotPrimaryException("refused"),
        ["transient"] = new FabricTransientException("refused"),
        ["outcome unknown"] = new TransactionFaultedException("refused", new FabricObjectClosedException()),
    };

    [Theory]
    [MemberData(nameof(Refusals))]
    public async Task A_reminder_whose_callback_was_refused_fires_again(string refusal)
    {
        await using var bench = await StartAsync();
        var records = bench.Rows.Records;
        bench.Reminding = (_, _, _) => Interlocked.Increment(ref _begun) == 1
            ? throw Refusal[refusal]
            : Task.FromResult(Interlocked.Increment(ref _ended));

        _time.Advance(Second);
        await Eventually.HoldsAsync(() => bench.Service.Manager!.Reminders.Armed == 1 && _begun == 1);
        Assert.Equal(records, bench.Rows.Records);
        await EndsAsync(bench);

        Assert.Equal((2, 1), (_begun, _ended));
    }

    [Fact]
    public async Task A_reminder_whose_turn_is_too_large_to_be_stored_has_fired()
    {
        await using var bench = await StartAsync();
        bench.Reminding = (_, _, _) =>
        {
            Interlocked.Increment(ref _begun);
            throw new TransactionFaultedException("too large", new FabricReplicationOperationTooLargeException());
        };

        await EndsAsync(bench);

        Assert.Equal(1, _begun);
    }

    [Fact]
    public async Task A_reminder_whose_firing_could_not_be_stored_in_time_fires_again()
    {
        await using var bench = await StartAsync();
        bench.Reminding = (_, _, _) => Task.FromResult(Interlocked.Increment(ref _begun));
        var refused = 0;
        bench.Rows.Writing = _ => Interlocked.Exchange(ref refused, 1) == 0
            ? throw new TimeoutException("no lock")
            : Task.CompletedTask;

        await EndsAsync(bench);

        Assert.Equal((2, 1), (_begun, refused));
    }

    [Fact]
    public async Task A_reminder_that_is_due_while_the_replica_cannot_be_read_waits_until_it_can()
    {
        await using var bench = await StartAsync();
        bench.Reminding = (_, _, _) => Task.FromResult(Interlocked.Increment(ref _begun));
        bench.Partition.ReadStatus = PartitionAccessStatus.ReconfigurationPending;

        for (var i = 0; i < 10; i++)
            _time.Advance(Second);
        Assert.Equal(1, bench.Service.Manager!.Reminders.Armed);
        bench.Partition.ReadStatus = PartitionAccessStatus.Granted;
        await EndsAsync(bench);

        Assert.Equal(1, _begun);
    }

    [Fact]
    public async Task A_reminder_whose_actor_was_not_free_in_time_fires_again()
    {
        var settings = new ActorServiceSettings();
        settings.ActorConcurrencySettings.LockTimeout = TimeSpan.FromMinutes(1);
        await using var bench = await StartAsync(settings);
        bench.Reminding = (_, _, _) => Task.FromResult(Interlocked.Increment(ref _begun));
        var (entered, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        bench.On("hold", _ =>
        {
            entered.SetResult();
            return release.Task;
        });
        var holding = bench.Proxy(1).DoAsync("hold");
        await entered.Task.WaitAsync(ActorBench.Limit, Token);
        _time.Advance(Second);
        await Eventually.HoldsAsync(() => bench.Service.Manager!.Waits.Count == 1);

        // The wait is counted a moment before its time begins.
        await Eventually.HoldsAsync(() =>
        {
            _time.Advance(TimeSpan.FromMinutes(1));
            return bench.Service.Manager!.Reminders.Armed == 1;
        });
        Assert.Equal(0, _begun);
        release.SetResult();
        await holding;
        await EndsAsync(bench);

        Assert.Equal(1, _begun);
    }

    private async Task<ActorBench> StartAsync(ActorServiceSettings? settings = null)
    {
        var bench = await ActorBench.StartAsync(settings, _time);
        bench.On("remind", a => a.RemindAsync("r", Second, Timeout.InfiniteTimeSpan));
        await bench.Proxy(1).DoAsync("remind");
        return bench;
    }

    // Lets time pass until nothing is stored of the reminder any more, and then some more.
    private async Task EndsAsync(ActorBench bench)
    {
        await Eventually.HoldsAsync(async () =>
        {
            _time.Advance(Second);
            return !(await bench.ServiceProxy().GetRemindersAsync(null, null, Token)).Items.Any();
        });
        _time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal([1], await bench.Proxy(1).EchoAsync([1]));
    }
}
