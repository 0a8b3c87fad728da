using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Control;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Hosting;

/// <summary>Carries out the commands to one replica or instance, one after the other, and answers them.</summary>
internal abstract class ReplicaController(ServiceHostRuntime runtime, ReplicaOrder opening)
{
    // As Service Fabric, which warns of a call of a replica that takes longer.
    private static readonly TimeSpan SlowAfter = TimeSpan.FromSeconds(15);

    private const int CausesMax = 4;

    private readonly Lock _gate = new();
    private Task _last = Task.CompletedTask;          // guarded by _gate
    private volatile RunningCommand? _running;        // the one whose turn it is

    protected ServiceHostRuntime Runtime => runtime;

    protected ReplicaOpening Opening { get; } = opening.Opening!;

    protected Guid PartitionId { get; } = opening.PartitionId;

    protected long ReplicaId { get; } = opening.ReplicaId;

    protected CancellationTokenSource Aborted { get; } = new();

    internal static ReplicaController Create(ServiceHostRuntime runtime, ReplicaOrder order) => order.Opening!.Stateful
        ? new StatefulController(runtime, order) : new StatelessController(runtime, order);

    /// <summary>Takes a command; called in the order of the commands.</summary>
    internal void Post(ReplicaOrder order)
    {
        if (TakeAside(order))
            return;
        lock (_gate)
            _last = FollowAsync(_last, order);
    }

    /// <summary>Tells the manager what has changed of what the replica fails at and tries again. Any thread, one at a
    /// time.</summary>
    internal virtual void ReportTrouble()
    {
    }

    /// <summary>Tells the manager that the replica, which is closed or aborted, tries nothing any more. As the report.
    /// </summary>
    internal virtual void EndTrouble()
    {
    }

    /// <summary>Names the command that has run for longer than a service should take; empty without one.</summary>
    protected string SlowCommand() =>
        _running is { } running && TimeProvider.System.GetElapsedTime(running.Start) > SlowAfter
            ? $"{running.Kind}" : "";

    /// <summary>Closes the replica or instance after all commands given so far. Never fails.</summary>
    internal Task CloseAsync()
    {
        Post(new()
        {
            PartitionId = PartitionId, ReplicaId = ReplicaId, Request = 0,
            Command = new() { Kind = ReplicaCommandKind.Close },
        });
        lock (_gate)
            return _last;
    }

    /// <summary>Takes a command that must not wait for its turn; true if it is one.</summary>
    protected abstract bool TakeAside(ReplicaOrder order);

    /// <summary>Carries a command out and gives its answer.</summary>
    protected abstract Task<ReplicaAnswer> RunAsync(ReplicaOrder order);

    protected ReplicaAnswer Done(ReplicaOrder order) => new()
    {
        PartitionId = order.PartitionId, ReplicaId = order.ReplicaId, Request = order.Request,
    };

    /// <summary>Runs a command and answers. User code may throw anything: whatever it is becomes the answer.</summary>
    protected async Task CompleteAsync(ReplicaOrder order)
    {
        ReplicaAnswer answer;
        try
        {
            answer = await RunAsync(order).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            EventLog.OfProcess.CommandFailed($"{order.Command}", ReplicaId, Opening.ServiceName, e);
            answer = Done(order) with { Error = TextOf(e) };
        }
        if (order.Request != 0)
            runtime.Answer(answer);
    }

    /// <summary>
    /// Gets what the health says of a failure: with its causes, because an outer exception often tells only that there
    /// was an inner one.
    /// </summary>
    internal static string TextOf(Exception failure)
    {
        // The message of an AggregateException only repeats that of its inner exception.
        if (failure is AggregateException { InnerExceptions: [var only] })
            failure = only;
        var text = $"{failure.GetType().Name}: {failure.Message}";
        var cause = failure.InnerException;
        for (var depth = 0; cause is not null && depth < CausesMax; depth++, cause = cause.InnerException)
            text += $" Because of {cause.GetType().Name}: {cause.Message}";
        return text;
    }

    /// <summary>Drops the replica without waiting for what runs; whatever its code throws then is only noted.</summary>
    protected void AbortAside(ReplicaOrder order, Action abort)
    {
        Runtime.Forget(order);
        Aborted.Cancel();
        _ = Task.Run(() =>
        {
            try
            {
                abort();
            }
            catch (Exception e)
            {
                EventLog.OfProcess.AbortFailed(ReplicaId, Opening.ServiceName, e);
            }
        });
    }

    private async Task FollowAsync(Task before, ReplicaOrder order)
    {
        await before.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        _running = new(order.Command.Kind, TimeProvider.System.GetTimestamp());
        await CompleteAsync(order).ConfigureAwait(false);
        _running = null;
    }

    private sealed record RunningCommand(ReplicaCommandKind Kind, long Start);
}
