using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Chaos.Histories;

namespace SfPerf.Chaos.Checking;

/// <summary>
/// Searches an order of one register's operations that respects real time and explains every result: the algorithm of
/// Wing and Gong with Lowe's memory of the configurations already seen. A history is linearizable if and only if each
/// of its registers is, so each is searched alone.
/// </summary>
/// <param name="configurationsMax">The most configurations remembered; beyond it the answer is undecided.</param>
public sealed class RegisterChecker(int configurationsMax = 2_000_000)
{
    /// <summary>Gets the acknowledged operation that no order explained, of the longest order found; null when there is
    /// one that explains all.</summary>
    public Operation? Unexplained { get; private set; }

    /// <summary>Checks one register's operations, of any outcome, in any order.</summary>
    public RegisterVerdict Check(IReadOnlyCollection<Operation> operations)
    {
        ArgumentNullException.ThrowIfNull(operations);
        Unexplained = null;
        var relevant = Relevant(operations);
        return new Search(relevant, this).Run(configurationsMax);
    }

    /// <summary>Returns the operations that the search must place: refused ones never took effect, and a write of
    /// unknown outcome whose value nobody saw can be left out of any order without changing what others saw.</summary>
    internal static List<Operation> Relevant(IReadOnlyCollection<Operation> operations)
    {
        var seen = new HashSet<long>();
        foreach (var o in operations.Where(o => o is { IsOk: true, Kind: not OperationKind.Write }))
            seen.Add(o.Result ?? Operation.Absent);
        // A compare-and-set that is kept needs the value it expects to have been there.
        var open = operations.Where(o => o is { Outcome: Outcome.Unknown, Kind: not OperationKind.Read }).ToList();
        var kept = new List<Operation>();
        while (open.Where(o => seen.Contains(o.Value)).ToList() is { Count: > 0 } more)
        {
            kept.AddRange(more);
            open.RemoveAll(more.Contains);
            foreach (var o in more.Where(o => o.Kind == OperationKind.CompareAndSet))
                seen.Add(o.Second);
        }

        return [.. operations.Where(o => o.IsOk), .. kept];
    }

    // Returns the register's next value, or null where the operation cannot have had its result there.
    private static long? Step(long state, Operation o) => o.Kind switch
    {
        OperationKind.Write => o.Value,
        OperationKind.Read => state == o.Result ? state : null,
        OperationKind.CompareAndSet when !o.IsOk => state == o.Second ? o.Value : null,
        OperationKind.CompareAndSet when state == o.Result => state == o.Second ? o.Value : state,
        _ => null,
    };

    private sealed class Entry
    {
        public int Index { get; init; }

        public bool IsCall { get; init; }

        public Entry? Return { get; set; }

        public Entry? Previous { get; set; }

        public Entry? Next { get; set; }
    }

    private sealed class Search
    {
        private readonly List<Operation> _operations;
        private readonly RegisterChecker _owner;
        private readonly Entry _head = new();
        private readonly ulong[] _placed;
        private readonly HashSet<Configuration> _seen = [];
        private readonly Stack<(Entry Entry, long State)> _order = new();
        private int _unplaced;
        private int _longest = -1;

        public Search(List<Operation> operations, RegisterChecker owner)
        {
            (_operations, _owner) = (operations, owner);
            _placed = new ulong[(operations.Count + 63) / 64];
            _unplaced = operations.Count(o => o.IsOk);
            Link();
        }

        public RegisterVerdict Run(int configurationsMax)
        {
            var state = Operation.Absent;
            var at = _head.Next;
            while (_unplaced > 0)
            {
                if (at is { IsCall: true })
                {
                    if (TryPlace(at, ref state))
                        at = _head.Next;
                    else
                        at = at.Next;
                    if (_seen.Count > configurationsMax)
                        return RegisterVerdict.Undecided;
                    continue;
                }

                // This operation returned before all that follow began, and it fits nowhere before them.
                if (_order.Count > _longest && at is not null)
                    (_longest, _owner.Unexplained) = (_order.Count, _operations[at.Index]);
                if (!_order.TryPop(out var last))
                    return RegisterVerdict.Violated;
                state = last.State;
                TakeBack(last.Entry);
                at = last.Entry.Next;
            }

            _owner.Unexplained = null;
            return RegisterVerdict.Linearizable;
        }

        private bool TryPlace(Entry call, ref long state)
        {
            if (Step(state, _operations[call.Index]) is not { } next)
                return false;
            _placed[call.Index / 64] |= 1UL << (call.Index % 64);
            if (!_seen.Add(new Configuration([.. _placed], next)))
            {
                _placed[call.Index / 64] &= ~(1UL << (call.Index % 64));
                return false;
            }

            _order.Push((call, state));
            state = next;
            Unlink(call);
            if (call.Return is { } end)
            {
                Unlink(end);
                _unplaced--;
            }

            return true;
        }

        private void TakeBack(Entry call)
        {
            _placed[call.Index / 64] &= ~(1UL << (call.Index % 64));
            if (call.Return is { } end)
            {
                Relink(end);
                _unplaced++;
            }

            Relink(call);
        }

        private void Link()
        {
            // Where two times are equal the call comes first: the two may have overlapped.
            var events = new List<(long Time, bool IsReturn, Entry Entry)>();
            for (var i = 0; i < _operations.Count; i++)
            {
                var call = new Entry { Index = i, IsCall = true };
                events.Add((_operations[i].Begin, false, call));
                if (!_operations[i].IsOk)
                    continue;
                call.Return = new Entry { Index = i };
                events.Add((_operations[i].End, true, call.Return));
            }

            var last = _head;
            foreach (var (_, _, entry) in events.OrderBy(e => e.Time).ThenBy(e => e.IsReturn))
            {
                (last.Next, entry.Previous) = (entry, last);
                last = entry;
            }
        }

        private static void Unlink(Entry entry)
        {
            entry.Previous!.Next = entry.Next;
            if (entry.Next is { } next)
                next.Previous = entry.Previous;
        }

        private static void Relink(Entry entry)
        {
            entry.Previous!.Next = entry;
            if (entry.Next is { } next)
                next.Previous = entry;
        }
    }

    private readonly struct Configuration(ulong[] placed, long state) : IEquatable<Configuration>
    {
        private readonly ulong[] _placed = placed;
        private readonly long _state = state;

        public bool Equals(Configuration other) =>
            _state == other._state && _placed.AsSpan().SequenceEqual(other._placed);

        public override bool Equals(object? obj) => obj is Configuration other && Equals(other);

        public override int GetHashCode()
        {
            var hash = new HashCode();
            hash.Add(_state);
            foreach (var word in _placed)
                hash.Add(word);
            return hash.ToHashCode();
        }
    }
}
