using System.Collections.Generic;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary>The sizes of the scenario.</summary>
internal sealed record ConcurrencySettings
{
    /// <summary>Gets the schemes of the bindings, in order.</summary>
    public required IReadOnlyList<string> Schemes { get; init; }

    /// <summary>Gets the numbers of threads and calls.</summary>
    public required IReadOnlyList<ThreadCase> Cases { get; init; }

    /// <summary>Gets the calls of each service over each binding before the first round.</summary>
    public required int Warmup { get; init; }

    /// <summary>Gets a value indicating whether each thread makes a call less, as the published loop does.</summary>
    public required bool OffByOne { get; init; }

    /// <summary>Gets the calls that the service runs at once; null for the genuine default.</summary>
    public required int? MaxCalls { get; init; }

    /// <summary>Gets the calls over the shared channel; 0 leaves it out.</summary>
    public required int SharedCalls { get; init; }

    /// <summary>Gets the calls outstanding on the shared channel.</summary>
    public required int Outstanding { get; init; }

    /// <summary>Gets how long an operation of the shared channel takes, in milliseconds.</summary>
    public required int ServiceMilliseconds { get; init; }
}
