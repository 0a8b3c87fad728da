using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Targets;

/// <summary>Defines what is measured: a store reached by item index. One target serves one driver; all members but
/// <see cref="PrepareAsync"/> are called concurrently. A failed operation throws; the runner counts it by kind (see
/// <see cref="LoadOperationException"/>) and goes on. Retries belong to the store's own client, not to the target, and
/// count as latency.</summary>
public interface ILoadTarget : IAsyncDisposable
{
    /// <summary>Makes the store ready for items 0 to <see cref="TargetSpecification.Items"/> - 1: resolves partitions,
    /// opens connections. Called once, before any operation.</summary>
    /// <returns>The partitions that were found, each with an item that lies in it.</returns>
    Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token);

    /// <summary>Sets an item's value. When it ends, the store has acknowledged the write.</summary>
    /// <param name="item">0 to Items - 1.</param>
    /// <param name="sequence">Unique in the run and rising with the time of issue; from 1.</param>
    /// <param name="token">Cancelled when the run ends or the operation's timeout has passed.</param>
    ValueTask WriteAsync(int item, long sequence, CancellationToken token);

    /// <summary>Gets an item's value and checks it against what this run wrote: an acknowledged write that is missing
    /// or was overtaken by an older value throws (<see cref="Verification.WriteLedger"/> does the
    /// bookkeeping).</summary>
    /// <param name="item">0 to Items - 1.</param>
    /// <param name="token">Cancelled when the run ends or the operation's timeout has passed.</param>
    ValueTask ReadAsync(int item, CancellationToken token);
}

/// <summary>Describes what a target found when it was prepared.</summary>
/// <param name="ItemPerPartition">One item index in each partition that holds items: the runner makes first contact
/// with each by one write, and reports how long that took.</param>
public sealed record TargetPreparation(IReadOnlyList<int> ItemPerPartition);
