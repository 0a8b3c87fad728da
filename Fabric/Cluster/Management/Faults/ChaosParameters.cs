using System;
using System.Collections.Generic;
using SfPerf.Fabric.Cluster.Management.Evaluation;

namespace SfPerf.Fabric.Cluster.Management.Faults;

/// <summary>Specifies how chaos goes on; the defaults are Service Fabric's.</summary>
internal sealed record ChaosParameters
{
    /// <summary>The time to run that means no end.</summary>
    internal const long Forever = uint.MaxValue;

    /// <summary>Gets what the choices are drawn from: the same seed draws the same faults from the same state.
    /// </summary>
    public int Seed { get; init; }

    /// <summary>Gets how long chaos runs, in seconds, 1 or more.</summary>
    public long TimeToRunSeconds { get; init => field = InRange(value, 1, Forever); } = Forever;

    /// <summary>Gets how long the cluster may take to be whole again after faults, in seconds.</summary>
    public long StabilizationSeconds { get; init => field = InRange(value, 1, int.MaxValue); } = 60;

    /// <summary>Gets how many faults an iteration has at most.</summary>
    public int MaxConcurrentFaults { get; init => field = (int)InRange(value, 1, 100); } = 1;

    /// <summary>Gets whether primaries are moved.</summary>
    public bool EnableMoveReplicaFaults { get; init; } = true;

    /// <summary>Gets the pause between two faults of an iteration, in seconds.</summary>
    public long FaultPauseSeconds { get; init => field = InRange(value, 0, int.MaxValue); } = 20;

    /// <summary>Gets the pause between two iterations, in seconds.</summary>
    public long IterationPauseSeconds { get; init => field = InRange(value, 0, int.MaxValue); } = 30;

    /// <summary>Gets the types of nodes that are struck; null: no list was given.</summary>
    public IReadOnlyCollection<string>? NodeTypes { get; init; }

    /// <summary>Gets the applications that are struck; null: no list was given.</summary>
    public IReadOnlyCollection<string>? Applications { get; init; }

    /// <summary>Gets by what the health of the cluster is judged before each iteration.</summary>
    public ClusterHealthPolicy HealthPolicy { get; init; } = new();

    /// <summary>Gets what the caller noted with the run.</summary>
    public IReadOnlyDictionary<string, string> Context { get; init; } = new Dictionary<string, string>();

    private static long InRange(long value, long min, long max) => value >= min && value <= max ? value
        : throw new ArgumentOutOfRangeException(nameof(value), value, $"Allowed: {min} to {max}.");
}

/// <summary>Represents something that chaos did, or noticed.</summary>
/// <param name="Number">Its number, from 1.</param>
/// <param name="Time">When.</param>
/// <param name="Kind">Started, ExecutingFaults, Waiting, ValidationFailed, TestError or Stopped.</param>
/// <param name="Reason">Why; empty for Started and ExecutingFaults.</param>
/// <param name="Faults">The faults of an iteration; otherwise empty.</param>
/// <param name="Parameters">The parameters of Started; otherwise null.</param>
internal sealed record ChaosEvent(long Number, DateTimeOffset Time, string Kind, string Reason,
    IReadOnlyList<string> Faults, ChaosParameters? Parameters);

/// <summary>Describes what chaos does now.</summary>
/// <param name="Status">None, Running or Stopped.</param>
/// <param name="Parameters">Those of the last run; the defaults where there was none.</param>
internal sealed record ChaosView(string Status, ChaosParameters Parameters);
