using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>The sizes of the scenario.</summary>
internal sealed class FailoverSettings(ParameterSet parameters)
{
    /// <summary>Gets the kinds of events, each once, that this system can inject.</summary>
    public IReadOnlyList<string> Kinds { get; } =
        [.. parameters.List("Events").Distinct().Where(FaultKinds.IsPossible)];

    /// <summary>Gets those that were asked for and that it cannot.</summary>
    public IReadOnlyList<string> LeftOut { get; } =
        [.. parameters.List("Events").Distinct().Where(k => !FaultKinds.IsPossible(k))];

    public int Rate => (int)parameters.Integer("Rate");

    public TimeSpan Settle => TimeSpan.FromSeconds(parameters.Integer("SettleSeconds"));

    public TimeSpan Stop => TimeSpan.FromSeconds(parameters.Integer("StopSeconds"));

    public TimeSpan RecoveryMax => TimeSpan.FromSeconds(parameters.Integer("RecoverySecondsMax"));

    public int Items => (int)parameters.Integer("NumItems");

    public int Bytes => (int)parameters.Integer("OperationDataSizeInBytes");

    public int Outstanding => (int)parameters.Integer("NumOutstandingOperations");

    public TimeSpan OperationTimeout => TimeSpan.FromSeconds(parameters.Integer("OperationTimeoutInSeconds"));

    public int Seed => (int)parameters.Integer("Seed");

    /// <summary>About how long one event takes on two cores, settling included.</summary>
    public double SecondsOf(string kind) => Settle.TotalSeconds + kind switch
    {
        FaultKinds.MovePrimary => 1.1,
        FaultKinds.KillManager => 4,
        FaultKinds.StopPrimary => Math.Min(Stop.TotalSeconds, Promises.Detection.TotalSeconds) + 2,
        _ => 2,
    };
}
