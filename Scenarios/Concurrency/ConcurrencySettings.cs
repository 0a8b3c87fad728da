using System.Collections.Generic;
using System.Linq;
using SfPerf.Commands.Parameters;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>The sizes of the scenario.</summary>
internal sealed class ConcurrencySettings(ParameterSet parameters)
{
    /// <summary>Gets the schemes of the bindings, in order.</summary>
    public IReadOnlyList<string> Schemes { get; } = [.. parameters.List("Bindings").Distinct()];

    /// <summary>Gets the numbers of threads and calls.</summary>
    public IReadOnlyList<ThreadCase> Cases { get; } =
        [.. parameters.List("Cases").Select(c => ThreadCase.Parse(c)!.Value).Distinct()];

    /// <summary>Gets the calls of each arm over each binding before the first round.</summary>
    public int Warmup => (int)parameters.Integer("NumWarmUpCalls");

    /// <summary>Gets a value indicating whether each thread makes a call less, as the published loop does.</summary>
    public bool OffByOne => parameters.Flag("OffByOne");

    /// <summary>Gets how long the runs of one case may take in a round; 0 for one run.</summary>
    public double RepeatSeconds => parameters.Integer("RepeatSeconds");

    /// <summary>Gets the calls that the service runs at once; null for WCF's default.</summary>
    public int? MaxCalls => (int)parameters.Integer("MaxConcurrentCalls") is > 0 and var most ? most : null;

    /// <summary>Gets the calls over the shared channel; 0 leaves it out.</summary>
    public int SharedCalls => (int)parameters.Integer("NumSharedCalls");

    /// <summary>Gets the calls outstanding on the shared channel.</summary>
    public int Outstanding => (int)parameters.Integer("NumOutstandingSharedCalls");

    /// <summary>Gets how long an operation of the shared channel takes, in milliseconds.</summary>
    public int ServiceMilliseconds => (int)parameters.Integer("ServiceTimeInMilliseconds");
}
