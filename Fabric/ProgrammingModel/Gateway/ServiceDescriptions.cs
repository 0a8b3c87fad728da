using System;
using System.Fabric.Description;
using System.Globalization;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>Descriptions of services as the gateway reads and writes them.</summary>
internal static class ServiceDescriptions
{
    /// <exception cref="ArgumentException">Something is missing.</exception>
    internal static ServiceRequest ToRequest(this ServiceDescription description)
    {
        ArgumentNullException.ThrowIfNull(description);
        ArgumentNullException.ThrowIfNull(description.ApplicationName, "description.ApplicationName");
        ArgumentNullException.ThrowIfNull(description.ServiceName, "description.ServiceName");
        ArgumentException.ThrowIfNullOrEmpty(description.ServiceTypeName, "description.ServiceTypeName");
        var stateful = description as StatefulServiceDescription;
        return new()
        {
            Application = description.ApplicationName.ToString(),
            Name = description.ServiceName.ToString(),
            TypeName = description.ServiceTypeName,
            Stateful = stateful is not null,
            Scheme = Scheme(description.PartitionSchemeDescription),
            TargetReplicaSetSize = stateful?.TargetReplicaSetSize ?? 0,
            MinReplicaSetSize = stateful?.MinReplicaSetSize ?? 0,
            QuorumLossWaitSeconds = (int)Math.Ceiling(stateful?.QuorumLossWaitDuration?.TotalSeconds ?? 0),
            InstanceCount = (description as StatelessServiceDescription)?.InstanceCount ?? 0,
            InitializationData = description.InitializationData ?? [],
            PlacementConstraints = description.PlacementConstraints ?? "",
            HasPersistedState = stateful?.HasPersistedState,
        };
    }

    internal static ServiceDescription ToDescription(this ServiceRequest service)
    {
        ServiceDescription description = service.Stateful
            ? new StatefulServiceDescription
            {
                HasPersistedState = service.HasPersistedState ?? false,
                TargetReplicaSetSize = service.TargetReplicaSetSize,
                MinReplicaSetSize = service.MinReplicaSetSize,
                QuorumLossWaitDuration =
                    service.QuorumLossWaitSeconds == 0 ? null : TimeSpan.FromSeconds(service.QuorumLossWaitSeconds),
            }
            : new StatelessServiceDescription { InstanceCount = service.InstanceCount };
        description.ApplicationName = new(service.Application);
        description.ServiceName = new(service.Name);
        description.ServiceTypeName = service.TypeName;
        description.InitializationData = service.InitializationData;
        description.PlacementConstraints = service.PlacementConstraints;
        description.PartitionSchemeDescription = Description(service.Scheme);
        return description;
    }

    private static SchemeRequest Scheme(PartitionSchemeDescription scheme) => scheme switch
    {
        UniformInt64RangePartitionSchemeDescription range => new()
        {
            Kind = "Int64Range",
            Count = range.PartitionCount,
            LowKey = range.LowKey.ToString(CultureInfo.InvariantCulture),
            HighKey = range.HighKey.ToString(CultureInfo.InvariantCulture),
        },
        NamedPartitionSchemeDescription named => new() { Kind = "Named", Names = [.. named.PartitionNames] },
        SingletonPartitionSchemeDescription => new() { Kind = "Singleton" },
        _ => throw new ArgumentException("The description has no PartitionSchemeDescription.", nameof(scheme)),
    };

    private static PartitionSchemeDescription Description(SchemeRequest scheme)
    {
        if (scheme.Kind == "Singleton")
            return new SingletonPartitionSchemeDescription();
        if (scheme.Kind != "Named")
        {
            return new UniformInt64RangePartitionSchemeDescription(scheme.Count,
                long.Parse(scheme.LowKey, CultureInfo.InvariantCulture),
                long.Parse(scheme.HighKey, CultureInfo.InvariantCulture));
        }
        var named = new NamedPartitionSchemeDescription();
        foreach (var name in scheme.Names)
            named.PartitionNames.Add(name);
        return named;
    }
}
