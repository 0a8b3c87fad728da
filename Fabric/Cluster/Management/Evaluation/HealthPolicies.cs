using System.Collections.Generic;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Cluster.Management.Evaluation;

/// <summary>
/// Specifies how bad nodes and applications may be until the cluster is in error, each in percent from 0 to 100.
/// </summary>
internal sealed record ClusterHealthPolicy
{
    /// <summary>Gets whether a warning of the cluster or of a node counts as an error.</summary>
    public bool ConsiderWarningAsError { get; init; }

    public int MaxPercentUnhealthyNodes { get; init; }

    public int MaxPercentUnhealthyApplications { get; init; }

    /// <summary>Gets the limits of single application types, whose applications then count apart from the others.
    /// </summary>
    public IReadOnlyDictionary<string, int> ApplicationTypes { get; init; } = new Dictionary<string, int>();

    /// <summary>Gets the limits of single node types. Their nodes count among all nodes, too.</summary>
    public IReadOnlyDictionary<string, int> NodeTypes { get; init; } = new Dictionary<string, int>();
}

/// <summary>All that an evaluation of health goes by.</summary>
internal sealed record HealthPolicies
{
    /// <summary>Gets what counts where nobody gives other policies: those of the manifests.</summary>
    internal static HealthPolicies Own { get; } = new();

    public ClusterHealthPolicy Cluster { get; init; } = new();

    /// <summary>Gets the policy of every application; null: each has its own.</summary>
    public ApplicationHealthPolicy? EveryApplication { get; init; }

    /// <summary>Gets the policies of single applications, by name.</summary>
    public IReadOnlyDictionary<string, ApplicationHealthPolicy> Applications { get; init; } =
        new Dictionary<string, ApplicationHealthPolicy>();

    /// <summary>Gets the policies of the applications' own manifests, by name.</summary>
    public IReadOnlyDictionary<string, ApplicationHealthPolicy> Manifests { get; init; } =
        new Dictionary<string, ApplicationHealthPolicy>();

    internal ApplicationHealthPolicy Of(string application) => EveryApplication
        ?? Applications.GetValueOrDefault(application) ?? Manifests.GetValueOrDefault(application) ?? new();
}
