using System;
using System.Collections.Generic;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Manifests;

namespace SfPerf.DevCluster.Rest;

/// <summary>Health policies as the bodies of requests hold them. A policy that is not given is the entity's own.
/// </summary>
internal static class HealthPolicyBody
{
    /// <summary>Reads ClusterHealthPolicies, the body of a question for the cluster's health or health chunk.</summary>
    /// <param name="body">The body.</param>
    /// <param name="applications">The name of the object that holds the map of applications; empty where the map
    /// stands in the body itself.</param>
    /// <exception cref="ClusterException">A value is wrong.</exception>
    internal static HealthPolicies OfCluster(RestBody body, string applications)
    {
        var map = applications.Length == 0 ? body : body.Object(applications);
        return new()
        {
            Cluster = Cluster(body.Object("ClusterHealthPolicy")),
            Applications = Map(map, "ApplicationHealthPolicyMap", item => Application(item.Object("Value"))),
        };
    }

    /// <summary>Reads a ClusterHealthPolicy.</summary>
    /// <exception cref="ClusterException">A value is wrong.</exception>
    internal static ClusterHealthPolicy Cluster(RestBody body) => new()
    {
        ConsiderWarningAsError = body.Flag(nameof(ClusterHealthPolicy.ConsiderWarningAsError)),
        MaxPercentUnhealthyNodes = Percent(body, nameof(ClusterHealthPolicy.MaxPercentUnhealthyNodes)),
        MaxPercentUnhealthyApplications = Percent(body, nameof(ClusterHealthPolicy.MaxPercentUnhealthyApplications)),
        ApplicationTypes = Map(body, "ApplicationTypeHealthPolicyMap", item => Percent(item, "Value")),
        NodeTypes = Map(body, "NodeTypeHealthPolicyMap", item => Percent(item, "Value")),
    };

    /// <summary>Reads an ApplicationHealthPolicy.</summary>
    /// <exception cref="ClusterException">A value is wrong.</exception>
    internal static ApplicationHealthPolicy Application(RestBody body) => new()
    {
        ConsiderWarningAsError = body.Flag(nameof(ApplicationHealthPolicy.ConsiderWarningAsError)),
        MaxPercentUnhealthyDeployedApplications =
            Percent(body, nameof(ApplicationHealthPolicy.MaxPercentUnhealthyDeployedApplications)),
        DefaultServiceType = ServiceType(body.Object("DefaultServiceTypeHealthPolicy")),
        ServiceTypes = new(Map(body, "ServiceTypeHealthPolicyMap", item => ServiceType(item.Object("Value"))),
            StringComparer.Ordinal),
    };

    private static ServiceTypeHealthPolicy ServiceType(RestBody body) => new(
        Percent(body, nameof(ServiceTypeHealthPolicy.MaxPercentUnhealthyServices)),
        Percent(body, nameof(ServiceTypeHealthPolicy.MaxPercentUnhealthyPartitionsPerService)),
        Percent(body, nameof(ServiceTypeHealthPolicy.MaxPercentUnhealthyReplicasPerPartition)));

    private static int Percent(RestBody body, string name) => body.Number(name, 0) is >= 0 and <= 100 and var percent
        ? percent : throw RestRoutes.Invalid($"{name} is '{body.Text(name)}'. Allowed: 0 to 100.");

    private static Dictionary<string, T> Map<T>(RestBody body, string name, Func<RestBody, T> value)
    {
        var map = new Dictionary<string, T>();
        foreach (var item in body.List(name))
        {
            if (!map.TryAdd(item.Required("Key"), value(item)))
                throw RestRoutes.Invalid($"{name} has {item.Text("Key")} twice.");
        }
        return map;
    }
}
