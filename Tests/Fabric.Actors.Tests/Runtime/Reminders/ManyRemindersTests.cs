using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.State;
using SfPerf.Fabric.Actors.Tests.Runtime.Doubles;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Reminders;

/// <summary>So many reminders that it takes time to arm them.</summary>
public sealed class ManyRemindersTests
{
    private static readonly TimeSpan Never = TimeSpan.FromMilliseconds(-1);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    [Trait("ActorCase", "48")]
    public async Task Calls_that_need_the_reminders_are_refused_and_not_held_up_while_they_are_armed()
    {
        await using var bench = await ActorBench.StartAsync();
        bench.On("remind", a => a.RemindAsync("r", TimeSpan.FromDays(1), Never));
        await bench.Proxy(1).DoAsync("remind");
        using var arming = new Arming();
        bench.Provider = rows => new SlowProvider(rows, arming);
        await bench.MoveAsync();
        await arming.Entered.Task.WaitAsync(ActorBench.Limit, Token);
        // The way to the new primary is found before a call may not be tried again.
        _ = await bench.Proxy(3).EchoAsync([1]);
        bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), 0, 0);

        await TurnTests.FailsAsync<ReminderLoadInProgressException>(
            bench.Proxy(2).DoAsync("remind").WaitAsync(ActorBench.Limit, Token));
        Assert.Equal(0, bench.Service.Manager!.Reminders.Armed);

        bench.Retries = new(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), int.MaxValue, int.MaxValue);
        var reminding = bench.Proxy(2).DoAsync("remind");
        arming.Release.Set();
        await reminding.WaitAsync(ActorBench.Limit, Token);
        Assert.Equal(2, bench.Service.Manager!.Reminders.Armed);
    }

    private sealed class Arming : IDisposable
    {
        internal TaskCompletionSource Entered { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        internal ManualResetEventSlim Release { get; } = new();

        public void Dispose() => Release.Dispose();
    }

    /// <summary>Its reminders take as long to look at as the test likes.</summary>
    private sealed class SlowProvider(RowStateProvider rows, Arming arming) : IActorStateProvider, INamedStateProvider
    {
        RowStateProvider INamedStateProvider.Inner => rows;

        async Task<IActorReminderCollection> IActorStateProvider.LoadRemindersAsync(CancellationToken cancellationToken)
        {
            var slow = new ReminderCollection();
            foreach (var (id, reminders) in await rows.LoadRemindersAsync(cancellationToken))
                slow.Add(id, new SlowReminders([.. reminders], arming));
            return slow;
        }
    }

    private sealed class SlowReminders(IActorReminderState[] all, Arming arming)
        : IReadOnlyCollection<IActorReminderState>
    {
        public int Count => all.Length;

        public IEnumerator<IActorReminderState> GetEnumerator()
        {
            arming.Entered.TrySetResult();
            arming.Release.Wait(ActorBench.Limit);
            return all.AsEnumerable().GetEnumerator();
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
