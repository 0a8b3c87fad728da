using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Manifests;

/// <summary>
/// Specifies how bad parts of an application may be until the application is in error: the HealthPolicy of the
/// application manifest, or what a request gives instead.
/// </summary>
internal sealed record ApplicationHealthPolicy
{
    /// <summary>Gets whether a warning that was reported counts as an error.</summary>
    public bool ConsiderWarningAsError { get; init; }

    /// <summary>Gets the percentage of nodes on which the application may be in error.</summary>
    /// <value>0 to 100; 0 unless set.</value>
    public int MaxPercentUnhealthyDeployedApplications { get; init; }

    /// <summary>Gets what holds for the services of types that have no policy of their own.</summary>
    public ServiceTypeHealthPolicy DefaultServiceType
    {
        get;
        init => field = value ?? new(); // null in a state that was stored before there was any
    } = new();

    /// <summary>Gets the policies of single service types, by the type's name.</summary>
    public SortedDictionary<string, ServiceTypeHealthPolicy> ServiceTypes
    {
        get;
        init => field = value ?? Empty(); // as above
    } = Empty();

    /// <summary>Gets what holds for the services of a type.</summary>
    internal ServiceTypeHealthPolicy Of(string serviceType) =>
        ServiceTypes.GetValueOrDefault(serviceType, DefaultServiceType);

    /// <summary>Reads the element of a manifest.</summary>
    /// <exception cref="ManifestException">Something in it is wrong.</exception>
    internal static ApplicationHealthPolicy Read(ManifestElement policy)
    {
        _ = policy.Attributes("ConsiderWarningAsError", "MaxPercentUnhealthyDeployedApplications");
        var children = policy.Elements("DefaultServiceTypeHealthPolicy", "ServiceTypeHealthPolicy");
        var types = Empty();
        foreach (var child in children)
        {
            if (child.Name == "DefaultServiceTypeHealthPolicy")
                continue;
            var name = child.Attributes("ServiceTypeName", "MaxPercentUnhealthyServices",
                "MaxPercentUnhealthyPartitionsPerService", "MaxPercentUnhealthyReplicasPerPartition")
                .Required("ServiceTypeName");
            if (!types.TryAdd(name, Limits(child)))
                throw child.Wrong($"There are two health policies of the service type '{name}'.");
        }
        return new()
        {
            ConsiderWarningAsError = Flag(policy, "ConsiderWarningAsError"),
            MaxPercentUnhealthyDeployedApplications = Percent(policy, "MaxPercentUnhealthyDeployedApplications"),
            DefaultServiceType = policy.Single(children, "DefaultServiceTypeHealthPolicy") is { } otherwise
                ? Limits(otherwise.Attributes("MaxPercentUnhealthyServices",
                    "MaxPercentUnhealthyPartitionsPerService", "MaxPercentUnhealthyReplicasPerPartition"))
                : new(),
            ServiceTypes = types,
        };
    }

    private static ServiceTypeHealthPolicy Limits(ManifestElement element) => new(
        Percent(element, "MaxPercentUnhealthyServices"), Percent(element, "MaxPercentUnhealthyPartitionsPerService"),
        Percent(element, "MaxPercentUnhealthyReplicasPerPartition"));

    private static int Percent(ManifestElement element, string name) => element.Int32(name, 0, 0, 100);

    private static bool Flag(ManifestElement element, string name) => element.Optional(name) switch
    {
        null or "" => false,
        var text => bool.TryParse(text, out var flag) ? flag : throw element.Invalid(name, text, "true, false"),
    };

    private static SortedDictionary<string, ServiceTypeHealthPolicy> Empty() => new(StringComparer.Ordinal);
}

/// <summary>
/// Specifies how bad services of a type, their partitions and replicas may be, each in percent from 0 to 100.
/// </summary>
/// <param name="MaxPercentUnhealthyServices">Of the services of the type, until the application is in error.</param>
/// <param name="MaxPercentUnhealthyPartitionsPerService">Of the partitions of a service, until it is in error.</param>
/// <param name="MaxPercentUnhealthyReplicasPerPartition">Of the replicas of a partition, until it is in error.</param>
internal sealed record ServiceTypeHealthPolicy(int MaxPercentUnhealthyServices = 0,
    int MaxPercentUnhealthyPartitionsPerService = 0, int MaxPercentUnhealthyReplicasPerPartition = 0);
