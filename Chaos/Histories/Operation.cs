using System;
using System.Collections.Generic;

namespace SfPerf.Chaos.Histories;

/// <summary>Represents one operation of a client, from its call to its answer.</summary>
/// <param name="Id">Unique in the history; receipts name it.</param>
/// <param name="Process">The client; <see cref="FinalProcess"/> for what is read at the end.</param>
/// <param name="Partition">The partition, counted from 0.</param>
/// <param name="Kind">What was asked.</param>
/// <param name="Begin">When the call began, in nanoseconds of one monotonic clock.</param>
/// <param name="End">When it ended; <see cref="Never"/> unless the outcome is known.</param>
/// <param name="Outcome">What is known.</param>
public sealed record Operation(
    long Id, int Process, int Partition, OperationKind Kind, long Begin, long End, Outcome Outcome)
{
    /// <summary>The end of an operation that may still take effect.</summary>
    public const long Never = long.MaxValue;

    /// <summary>The process that reads everything at the end.</summary>
    public const int FinalProcess = -1;

    /// <summary>The value of a register that was never written.</summary>
    public const long Absent = 0;

    /// <summary>Gets the register; of a transfer, the account that gives; of a receipt, the operation.</summary>
    public long Key { get; init; }

    /// <summary>Gets the value written or enqueued; of a transfer, the amount; of balances, nothing.</summary>
    public long Value { get; init; }

    /// <summary>Gets the value that a compare-and-set expects; of a transfer, the account that receives.</summary>
    public long Second { get; init; }

    /// <summary>Gets the value that a register held or that was dequeued, null when the queue was empty; of a transfer
    /// and of balances, the number of transfers made so far; of a receipt, what it says.</summary>
    public long? Result { get; init; }

    /// <summary>Gets the balances, or what a queue holds.</summary>
    public IReadOnlyList<long>? Values { get; init; }

    /// <summary>Gets why it failed or why its outcome is unknown.</summary>
    public string? Error { get; init; }

    /// <summary>The longest that a client waits for an answer, in seconds.</summary>
    public const int AnswerSecondsMax = 10;

    /// <summary>Gets whether it had neither an answer nor a failure when its client gave up.</summary>
    public bool IsUnanswered => Error?.EndsWith(NoAnswer, StringComparison.Ordinal) ?? false;

    /// <summary>Gets what the error of such an operation says.</summary>
    public static string NoAnswer { get; } = $"No answer within {AnswerSecondsMax} s.";

    /// <summary>Gets whether it was acknowledged.</summary>
    public bool IsOk => Outcome == Outcome.Ok;
}
