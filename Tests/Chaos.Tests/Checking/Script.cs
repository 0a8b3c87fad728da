using System.Collections.Generic;
using System.Linq;
using SfPerf.Chaos.Checking;
using SfPerf.Chaos.Histories;

namespace SfPerf.Chaos.Tests.Checking;

/// <summary>Histories written by hand: one partition, times in any unit.</summary>
internal sealed class Script
{
    internal const int Accounts = 4;
    internal const long Balance = 100;
    private readonly List<Operation> _operations = [];
    private long _id;

    internal IReadOnlyList<Operation> Operations => _operations;

    internal Script Read(long begin, long end, long result) =>
        Add(OperationKind.Read, begin, end, Outcome.Ok, o => o with { Key = 1, Result = result });

    internal Script Write(long begin, long end, long value, Outcome outcome = Outcome.Ok) =>
        Add(OperationKind.Write, begin, end, outcome, o => o with { Key = 1, Value = value });

    internal Script Set(
        long begin, long end, long expected, long value, long? held, Outcome outcome = Outcome.Ok) =>
        Add(OperationKind.CompareAndSet, begin, end, outcome,
            o => o with { Key = 1, Second = expected, Value = value, Result = held });

    internal Script Transfer(long begin, long end, long from, long to, long amount, long? number, bool receipt,
        Outcome outcome = Outcome.Ok)
    {
        Add(OperationKind.Transfer, begin, end, outcome,
            o => o with { Key = from, Second = to, Value = amount, Result = outcome == Outcome.Ok ? number : null });
        return receipt ? Receipt(_id, number!.Value) : this;
    }

    internal Script Balances(long begin, long end, long count, params long[] values) => Add(
        OperationKind.Balances, begin, end, Outcome.Ok, o => o with { Result = count, Values = values });

    internal Script Enqueue(long begin, long end, long value, Outcome outcome = Outcome.Ok, bool concurrent = false) =>
        Add(concurrent ? OperationKind.ConcurrentEnqueue : OperationKind.Enqueue, begin, end, outcome,
            o => o with { Value = value });

    internal Script Dequeue(long begin, long end, long? value, bool concurrent = false, bool receipt = true)
    {
        Add(concurrent ? OperationKind.ConcurrentDequeue : OperationKind.Dequeue, begin, end, Outcome.Ok,
            o => o with { Result = value });
        return receipt && value is { } taken ? Receipt(_id, taken) : this;
    }

    /// <summary>A dequeue whose answer nobody saw, and what it took; null for nothing.</summary>
    internal Script LostDequeue(long begin, long? taken)
    {
        Add(OperationKind.Dequeue, begin, Operation.Never, Outcome.Unknown, o => o);
        return taken is { } value ? Receipt(_id, value) : this;
    }

    internal Script Remaining(params long[] values) =>
        Add(OperationKind.Remaining, 1000, 1001, Outcome.Ok, o => o with { Values = values });

    internal Script Receipt(long operation, long result) =>
        Add(OperationKind.Receipt, 1000, 1001, Outcome.Ok, o => o with { Key = operation, Result = result });

    internal Findings Check(bool complete = true) => HistoryCheck.Run(History(complete));

    internal History History(bool complete = true) => new(
        new HistoryHead(1, 60, 5, 1, 4, "all", Accounts, Balance), _operations, [],
        new HistoryTail(complete, 1, null));

    internal string[] Broken() => [.. Check().Violations.Select(v => v.Promise).Distinct()];

    private Script Add(OperationKind kind, long begin, long end, Outcome outcome,
        System.Func<Operation, Operation> with)
    {
        var stop = outcome == Outcome.Unknown ? Operation.Never : end;
        _operations.Add(with(new Operation(++_id, (int)_id, 0, kind, begin, stop, outcome)));
        return this;
    }
}
