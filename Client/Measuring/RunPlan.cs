using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Cluster;
using SfPerf.Client.Parameters;
using SfPerf.Commands.Parameters;
using SfPerf.Peers;

namespace SfPerf.Client.Measuring;

/// <summary>All that a run needs to know before anything is started.</summary>
/// <param name="Parameters">The checked parameters.</param>
/// <param name="File">The parameter file.</param>
/// <param name="Deployment">What is deployed; null for a run without a cluster.</param>
/// <param name="Peers">Where the peer that is measured listens; empty when it is none.</param>
internal sealed record RunPlan(
    RunParameters Parameters, string File, Deployment? Deployment, IReadOnlyList<PeerEndpoint> Peers)
{
    /// <summary>Gets the OpenTelemetry collector named on the command line; null for none.</summary>
    public Uri? Collector { get; init; }

    /// <summary>Gets whether the store that no cluster holds shares this machine, and its processors, with the driver:
    /// a simulated one in this process, or a peer on loopback.</summary>
    public bool StoreIsLocal => Parameters.Simulated || Peers.Any(p => p.IsLoopback);

    /// <summary>Finds what the parameters name; the result is of use only without problems.</summary>
    public static RunPlan? Make(
        RunParameters parameters, string file, out IReadOnlyList<ParameterProblem> problems)
    {
        var found = new List<ParameterProblem>();
        var peers = parameters.Peer is { } kind ? Endpoints(parameters, kind, found) : [];
        var deployment = parameters.Simulated || parameters.Peer is not null
            ? null : Deployment.Find(parameters, file, found);
        if (deployment is null && found.Count == 0 && parameters.Build.Text.Length > 0)
        {
            found.Add(ParameterProblem.Of(parameters.Build, $"{parameters.TargetServiceType} needs no cluster, so "
                + "there is no other build of it; allowed: nothing."));
        }

        problems = found;
        // This is set before the process uses its first socket, because a run on a cluster may come first. Redis alone
        // is fast enough to gain by it; PostgreSQL's backends, each a process, would be served less evenly.
        if (parameters.Peer == PeerKind.Redis)
            InlineCompletions.Enable();
        return found.Count == 0 ? new RunPlan(parameters, file, deployment, peers) : null;
    }

    /// <summary>Returns two plans that take turns on one cluster: each deploys what the other measures, too.</summary>
    public static (RunPlan A, RunPlan B) Together(RunPlan a, RunPlan b)
    {
        if (a.Deployment is not { } first || b.Deployment is not { } second)
            return (a, b);
        var (service, other) = (MeasuredService.Of(a.Parameters), MeasuredService.Of(b.Parameters));
        return service == other ? (a, b)
            : (a with { Deployment = first.With(other, second) }, b with { Deployment = second.With(service, first) });
    }

    private static IReadOnlyList<PeerEndpoint> Endpoints(
        RunParameters parameters, PeerKind kind, List<ParameterProblem> problems)
    {
        var value = parameters.PeerEndpoint;
        try
        {
            return PeerEndpoint.ParseList(value.Text, kind);
        }
        catch (FormatException e)
        {
            problems.Add(new ParameterProblem(value.Name, value.Text, value.Origin, e.Message));
            return [];
        }
    }
}
