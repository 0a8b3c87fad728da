using System.Collections.Generic;
using System.Linq;
using SfPerf.Commands.Parameters;
using SfPerf.Contracts;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Client.Parameters;

/// <summary>Rules of a run that measures a service of another application than it deploys.</summary>
internal static class TargetServiceRules
{
    private const string Allowed = "allowed: fabric:/APPLICATION/SERVICE, or empty.";

    // What is set of the service that a run deploys.
    private static readonly string[] OfOwn =
    [
        RunCatalogue.Serializer, RunCatalogue.Checkpoints, RunCatalogue.QueueOperations, RunCatalogue.QueueBytes,
        "StatePersistence", RunCatalogue.Build,
    ];

    public static IEnumerable<ParameterProblem> Check(ParameterSet set)
    {
        var service = set.Find(RunCatalogue.TargetService)!;
        if (service.Text.Length == 0)
            yield break;
        var target = set.Text("TargetServiceType");
        if (!TargetNames.All.Contains(target))
        {
            yield return ParameterProblem.Of(service, $"{target} is no service of a cluster; allowed: empty, or "
                + $"TargetServiceType = {string.Join(", ", TargetNames.All)}.");
        }

        // At least one name of the application and one of the service.
        if (!ManifestName.IsApplication(service.Text) || service.Text["fabric:/".Length..].Split('/').Length < 2)
            yield return ParameterProblem.Of(service, $"no name of a service; {Allowed}");
        foreach (var name in OfOwn)
        {
            if (set.Find(name) is { Origin.Kind: not OriginKind.Default } value)
            {
                yield return ParameterProblem.Of(value, $"the run measures {service.Text}, which it does not deploy; "
                    + $"allowed: without {name}, or without {RunCatalogue.TargetService}.");
            }
        }
    }
}
