using System;
using System.Collections.Concurrent;
using System.Threading;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Verification;

/// <summary>Remembers which writes were begun and acknowledged for each item, makes their contents, and judges what a
/// read returned. A read is stale only when the value was certainly overtaken: a later write, begun after this value's
/// write had ended, was acknowledged before the read began. Writes that failed may still take effect at any time and
/// are accepted. All members may be called concurrently; per operation nothing is allocated once the buffers exist.
/// <code>
/// var write = ledger.BeginWrite(item, sequence);
/// try { await store.SetAsync(key, write.Payload); } catch { ledger.Fail(write); throw; }
/// ledger.Acknowledge(write);
/// var floor = ledger.BeginRead(item);
/// ledger.Check(item, floor, await store.GetAsync(key));
/// </code></summary>
public sealed class WriteLedger
{
    /// <summary>As many failed writes are remembered one by one; after that a read that returned an older value cannot
    /// be judged, which <see cref="ErrorKind.Unverified"/> says.</summary>
    public const int FailedWritesMax = 1_000_000;

    private readonly int _failedWritesMax;
    private readonly ItemState[] _items;
    private readonly PayloadContent _content;
    private readonly TargetSpecification _specification;
    private readonly BufferPool _buffers = new();
    private readonly ConcurrentDictionary<(int Item, long Version), byte> _unsure = new();
    private long _failedWrites;

    /// <summary>Makes a ledger in which no item was written.</summary>
    /// <param name="specification">The items, sizes and seed.</param>
    /// <param name="runTag">Tells this run's values from those an earlier run left behind; unique to the run.</param>
    public WriteLedger(TargetSpecification specification, Guid runTag)
        : this(specification, runTag, FailedWritesMax)
    {
    }

    internal WriteLedger(TargetSpecification specification, Guid runTag, int failedWritesMax)
    {
        ArgumentNullException.ThrowIfNull(specification);
        _failedWritesMax = failedWritesMax;
        _specification = specification;
        _items = new ItemState[specification.Items];
        _content = new PayloadContent(specification.Seed, runTag);
    }

    /// <summary>Begins a write and makes its value.</summary>
    /// <returns>A ticket for exactly one <see cref="Acknowledge"/> or <see cref="Fail"/>.</returns>
    public WriteTicket BeginWrite(int item, long sequence)
    {
        ref var state = ref _items[item];
        Enter(ref state);
        var (version, endedBelow, generation) = state.Writes.Begin();
        Leave(ref state);
        var payload = _buffers.Rent(_specification.Payload.Of(_specification.Seed, sequence));
        _content.Fill(payload, item, version);
        return new WriteTicket(item, version, endedBelow, generation, payload);
    }

    /// <summary>The store has acknowledged the write; its buffer is used again.</summary>
    public void Acknowledge(in WriteTicket write)
    {
        ref var state = ref _items[write.Item];
        Enter(ref state);
        state.Writes.End(write.Generation);
        if (write.EndedBelow > state.Floor)
            state.Floor = write.EndedBelow;
        Leave(ref state);
        _buffers.Return(write.Payload);
    }

    /// <summary>The write failed and may or may not take effect. Its buffer is not used again: a transport may still
    /// hold it.</summary>
    public void Fail(in WriteTicket write)
    {
        if (Interlocked.Increment(ref _failedWrites) <= _failedWritesMax)
            _unsure.TryAdd((write.Item, write.Version), 0);
        ref var state = ref _items[write.Item];
        Enter(ref state);
        state.Writes.End(write.Generation);
        Leave(ref state);
    }

    /// <summary>Begins a read.</summary>
    /// <returns>The lowest version the read may return, 0 when no write was acknowledged yet.</returns>
    public long BeginRead(int item)
    {
        ref var state = ref _items[item];
        Enter(ref state);
        var floor = state.Floor;
        Leave(ref state);
        return floor;
    }

    /// <summary>Judges what the read returned.</summary>
    /// <exception cref="LoadOperationException">Kind Lost, Stale, Corrupt, Unverified or, where no write of this run
    /// was acknowledged and the store has no value, Missing.</exception>
    public void Check(int item, long floor, byte[]? value)
    {
        if (value is null)
        {
            throw floor > 0
                ? new LoadOperationException(ErrorKind.Lost,
                    $"Item {item} has no value; version {floor} was acknowledged.")
                : new LoadOperationException("Missing", $"Item {item} has no value and was not written.");
        }

        var latest = Volatile.Read(ref _items[item].Writes.LastVersion);
        var version = _content.VersionOf(value, item, floor, latest);
        if (version >= floor && version <= latest && version > 0)
            return;
        if (version == PayloadContent.OtherRun && floor == 0)
            return;
        if (version == PayloadContent.Damaged || version > latest)
        {
            throw new LoadOperationException(ErrorKind.Corrupt,
                $"Item {item} holds {value.Length} bytes that no write of this run wrote.");
        }

        if (version > 0 && _unsure.ContainsKey((item, version)))
            return;
        if (version > 0 && Volatile.Read(ref _failedWrites) > _failedWritesMax)
        {
            throw new LoadOperationException(ErrorKind.Unverified,
                $"Item {item} holds version {version}; version {floor} or later was acknowledged before. More than "
                + $"{_failedWritesMax} writes failed, which are all that are remembered: this may be one of the others "
                + "that took effect late.");
        }

        throw new LoadOperationException(version > 0 ? ErrorKind.Stale : ErrorKind.Lost,
            $"Item {item} holds {(version > 0 ? $"version {version}" : "a value of an earlier run")}; "
            + $"version {floor} or later was acknowledged before.");
    }

    private static void Enter(ref ItemState state)
    {
        if (Interlocked.CompareExchange(ref state.Held, 1, 0) == 0)
            return;
        var spin = default(SpinWait);
        while (Interlocked.CompareExchange(ref state.Held, 1, 0) != 0)
            spin.SpinOnce();
    }

    private static void Leave(ref ItemState state) => Volatile.Write(ref state.Held, 0);

    private struct ItemState
    {
        internal int Held;
        internal long Floor;
        internal WritesUnderWay Writes;
    }
}
