using System;
using System.Fabric;
using System.Threading;
using SfPerf.Fabric.ReliableState.Events;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Serialization;
using SfPerf.Fabric.ReliableState.Visibility;
using SfPerf.Fabric.Replication;

namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>Represents what the transactions and collections of one replica share.</summary>
internal sealed class StateContext : IDisposable
{
    internal static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(4);

    private readonly CancellationTokenSource _closed = new();
    private IReplicatedLog? _log;
    private long _lastTransactionId;
    private int _generation;
    private long _foreignCount;
    private long _wholeLsn;

    internal StateContext(TimeProvider time, long recordBytesMax)
    {
        Time = time;
        RecordBytesMax = recordBytesMax;
        LockMeter.Publish();
        Locks = new LockManager(time);
        ClosedToken = _closed.Token;
    }

    internal TimeProvider Time { get; }

    internal long RecordBytesMax { get; }

    internal LockManager Locks { get; }

    internal SnapshotRegistry Visibility { get; } = new();

    internal SerializerRegistry Serializers { get; } = new();

    internal WriteSetPool WriteSets { get; } = new();

    internal CancellationToken ClosedToken { get; }

    /// <summary>
    /// Gets or sets a value indicating whether a byte[] value is kept as a copy from the write on: one of 64 KiB at
    /// most, without a serializer of the service's own, in memory that a later value uses again. It is off unless the
    /// runtimeconfig.json of the process says otherwise: a read then gives back another array than the one that was
    /// set. With it a large state gives the collector far less to move. Where the arrays of arguments are used again,
    /// it is on.
    /// </summary>
    internal bool CopiesByteArrays { get; set; } =
        IsOn("SfPerf.Fabric.ReliableState.CopyByteArrays") || IsOn("SfPerf.Fabric.Remoting.ReuseByteArrays");

    /// <summary>
    /// Gets or sets a value indicating whether what awaits a commit may go on where the commit was applied, when few
    /// were at once. It is off unless the runtimeconfig.json of the process says otherwise: it saves a change of
    /// threads, and code that blocks there holds up other partitions.
    /// </summary>
    internal bool ContinuesWhereApplied { get; set; } =
        IsOn("SfPerf.Fabric.ReliableState.ContinueWhereApplied");

    /// <summary>Gets or sets a value indicating whether anybody ever attached a handler to an event.</summary>
    internal bool IsObserved { get; set; }

    /// <summary>
    /// Gets or sets the LSN up to which records make the state whole that was restored; 0 when it is whole.
    /// </summary>
    internal long WholeLsn
    {
        get => Volatile.Read(ref _wholeLsn);
        set => Volatile.Write(ref _wholeLsn, value);
    }

    internal bool IsClosed => ClosedToken.IsCancellationRequested;

    /// <summary>Gets the number of times the whole state was replaced.</summary>
    internal int Generation => Volatile.Read(ref _generation);

    /// <summary>
    /// Gets the number of times the state changed otherwise than by this replica's own transactions. One that began
    /// before such a change must not commit: another primary wrote in between.
    /// </summary>
    internal long ForeignCount => Volatile.Read(ref _foreignCount);

    internal ReplicaRole Role => Volatile.Read(ref _log)?.Role ?? ReplicaRole.Unknown;

    /// <summary>Gets the log.</summary>
    /// <exception cref="FabricObjectClosedException">The replica is closed, or not open yet.</exception>
    internal IReplicatedLog Log => Volatile.Read(ref _log) is { } log && !IsClosed
        ? log
        : throw new FabricObjectClosedException("The replica is not open.");

    public void Dispose()
    {
        _closed.Cancel();
        Locks.Dispose();
    }

    internal void Attach(IReplicatedLog log) => Volatile.Write(ref _log, log);

    /// <summary>Notes that the whole state was replaced.</summary>
    internal void NextGeneration()
    {
        Interlocked.Increment(ref _generation);
        NoteForeign();
    }

    /// <summary>Notes a change that came from elsewhere. Apply thread.</summary>
    internal void NoteForeign() => Volatile.Write(ref _foreignCount, _foreignCount + 1);

    /// <summary>
    /// Calls each handler of an event; one that throws is reported and keeps no other from being called.
    /// </summary>
    internal static void Raise<TArgs>(EventHandler<TArgs> handlers, object sender, TArgs args)
    {
        foreach (var handler in Delegate.EnumerateInvocationList(handlers))
        {
            try
            {
                handler(sender, args);
            }
            catch (Exception e)
            {
                ReliableStateEvents.Log.HandlerFailed(typeof(TArgs).Name, e.ToString());
            }
        }
    }

    /// <summary>
    /// Gives an id that is one more than the last one, or the present time as a file time. So it is above every id that
    /// this replica, or an earlier process of it, gave.
    /// </summary>
    internal long NextTransactionId()
    {
        while (true)
        {
            var last = Volatile.Read(ref _lastTransactionId);
            var next = last + 1;
            // The clock is asked for every sixteenth at least: it costs as much as a lock.
            if ((last & 15) == 0)
                next = Math.Max(Time.GetUtcNow().ToFileTime(), next);
            if (Interlocked.CompareExchange(ref _lastTransactionId, next, last) == last)
                return next;
        }
    }

    private static bool IsOn(string name) => AppContext.TryGetSwitch(name, out var on) && on;

    internal static TimeSpan CheckTimeout(TimeSpan timeout) =>
        timeout >= TimeSpan.Zero || timeout == Timeout.InfiniteTimeSpan
            ? timeout
            : throw new ArgumentException($"The timeout {timeout} is negative.", nameof(timeout));
}
