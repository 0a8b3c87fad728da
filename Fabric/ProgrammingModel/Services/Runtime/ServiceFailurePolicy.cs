using System;
using SfPerf.Platform.Logging;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>Describes what a service's failures do to its process; tests put their own in place.</summary>
internal sealed record ServiceFailurePolicy
{
    internal static readonly TimeSpan FirstStatusWait = TimeSpan.FromMilliseconds(4);

    internal static readonly TimeSpan LongestStatusWait = TimeSpan.FromMilliseconds(512);

    internal static ServiceFailurePolicy Default { get; } = new();

    /// <summary>Gets what ends the process, with the reason as its last words.</summary>
    internal Action<string, Exception> FailFast { get; init; } = Environment.FailFast;

    /// <summary>
    /// Gets where a failure that the process survives is told: the log of the process, which the cluster keeps.
    /// </summary>
    internal EventLog Log { get; init; } = EventLog.OfProcess;

    internal TimeProvider Time { get; init; } = TimeProvider.System;
}
