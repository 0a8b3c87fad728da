using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Cluster;
using SfPerf.Client.Parameters;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Peers;

namespace SfPerf.Client.Measuring;

/// <summary>The targets that this process measures by itself, one for each generator.</summary>
internal static class LocalTargets
{
    /// <summary>Makes the targets.</summary>
    /// <param name="plan">What is measured.</param>
    /// <param name="storeTime">Whose timers end the operations of simulated stores.</param>
    public static IReadOnlyList<ILoadTarget> Create(RunPlan plan, TimeProvider storeTime)
    {
        var p = plan.Parameters;
        return [.. Enumerable.Range(0, p.Clients).Select(i => p.Peer is { } kind
            ? (ILoadTarget)PeerTarget.Create(new PeerOptions
            {
                Kind = kind, Endpoints = plan.Peers, Durability = p.Durability, Generator = i,
                VerifyReads = p.VerifyReads, OperationTimeout = p.OperationTimeout,
                Connections = (Outstanding(p) + p.Clients - 1) / p.Clients,
            })
            : new SimulatedTarget(new SimulatedTargetOptions
            {
                WriteTimePerKibibyte = p.SimulatedWritePerKibibyte, ReadTimePerKibibyte = p.SimulatedReadPerKibibyte,
            }, storeTime))];
    }

    private static int Outstanding(RunParameters p) =>
        p.IsMixed ? p.OutstandingMixed : Math.Max(p.OutstandingWrites, p.OutstandingReads);

    /// <summary>What the targets found when they were prepared.</summary>
    public static ClusterFacts FactsOf(IReadOnlyList<ILoadTarget> targets) =>
        targets.OfType<PeerTarget>().Select(t => t.Facts).FirstOrDefault() is { } facts
            ? new ClusterFacts("", facts.Copies, 1, facts.Copies, facts.Durability)
            {
                Settings = new Dictionary<string, string>(facts.Settings) { ["store"] = facts.Product },
            }
            : ClusterFacts.None;
}
