using System.Collections.Generic;
using SfPerf.Client.Cluster;
using SfPerf.Client.Parameters;

namespace SfPerf.Client.Runs;

/// <summary>All that a run needs to know before anything is started.</summary>
/// <param name="Parameters">The checked parameters.</param>
/// <param name="File">The parameter file.</param>
/// <param name="Deployment">What is deployed; null for a run without a cluster.</param>
internal sealed record RunPlan(RunParameters Parameters, string File, Deployment? Deployment)
{
    /// <summary>Finds what the parameters name; the result is of use only without problems.</summary>
    public static RunPlan? Make(
        RunParameters parameters, string file, out IReadOnlyList<ParameterProblem> problems)
    {
        var found = new List<ParameterProblem>();
        var deployment = parameters.Simulated ? null : Deployment.Find(parameters, file, found);
        problems = found;
        return found.Count == 0 ? new RunPlan(parameters, file, deployment) : null;
    }
}
