using System;

namespace SfPerf.LoadGenerator.Targets;

/// <summary>An operation failed in a way that has a name; the runner counts it under that name. Any other exception is
/// counted under its type's name without "Exception", and one that ends an operation's timeout as "Timeout".</summary>
public sealed class LoadOperationException : Exception
{
    /// <summary>Makes the exception.</summary>
    /// <param name="kind">A short, stable name without data: it becomes a key in results.</param>
    /// <param name="message">What happened, with the data.</param>
    /// <param name="cause">The exception behind it.</param>
    public LoadOperationException(string kind, string message, Exception? cause = null)
        : base(message, cause) => Kind = kind;

    /// <summary>Gets the name this failure is counted under.</summary>
    public string Kind { get; }
}
