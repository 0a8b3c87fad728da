using System;
using System.Collections.Concurrent;

namespace SfPerf.LoadGenerator.Targets;

/// <summary>Names a failure.</summary>
public static class ErrorKind
{
    /// <summary>The kind of an operation that did not end within its timeout.</summary>
    public const string Timeout = "Timeout";

    /// <summary>A value that was acknowledged is not there.</summary>
    public const string Lost = "Lost";

    /// <summary>A value is older than one acknowledged before the read began.</summary>
    public const string Stale = "Stale";

    /// <summary>A value is not what any write of this run wrote.</summary>
    public const string Corrupt = "Corrupt";

    /// <summary>A value is older than one acknowledged before the read began, and so many writes have failed that
    /// nobody can say whether it was written by one of them: neither right nor stale.</summary>
    public const string Unverified = "Unverified";

    /// <summary>An item of a queue came out for the second time.</summary>
    public const string Duplicate = "Duplicate";

    /// <summary>An item of a queue came out after one that was enqueued later.</summary>
    public const string OutOfOrder = "OutOfOrder";

    private static readonly ConcurrentDictionary<Type, string> Names = new();

    /// <summary>The name <paramref name="exception"/> is counted under.</summary>
    public static string Of(Exception exception)
    {
        ArgumentNullException.ThrowIfNull(exception);
        return exception switch
        {
            LoadOperationException named => named.Kind,
            AggregateException { InnerExceptions: [var only] } => Of(only),
            TimeoutException => Timeout,
            _ => Names.GetOrAdd(exception.GetType(), ShortName),
        };
    }

    private static string ShortName(Type type)
    {
        var name = type.Name;
        var generic = name.IndexOf('`', StringComparison.Ordinal);
        if (generic >= 0)
            name = name[..generic];
        return name.EndsWith("Exception", StringComparison.Ordinal) && name.Length > 9 ? name[..^9] : name;
    }
}
