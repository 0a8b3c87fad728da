using System;
using System.Fabric.Description;
using System.Globalization;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>A service's name as the gateway writes it.</summary>
internal sealed record GatewayName
{
    public required string Name { get; init; }
}

/// <summary>What a service is created from, as the gateway reads and writes it.</summary>
internal sealed record GatewayServiceDescription
{
    public required string Application { get; init; }

    public required string Name { get; init; }

    public required string TypeName { get; init; }

    public required bool Stateful { get; init; }

    public required GatewayScheme Scheme { get; init; }

    public int TargetReplicaSetSize { get; init; }

    public int MinReplicaSetSize { get; init; }

    public int QuorumLossWaitSeconds { get; init; }

    public int InstanceCount { get; init; }

    public byte[] InitializationData { get; init; } = [];

    public string PlacementConstraints { get; init; } = "";

    public bool? HasPersistedState { get; init; }

    /// <exception cref="ArgumentException">Something is missing.</exception>
    internal static GatewayServiceDescription Of(ServiceDescription description)
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
            Scheme = GatewayScheme.Of(description.PartitionSchemeDescription),
            TargetReplicaSetSize = stateful?.TargetReplicaSetSize ?? 0,
            MinReplicaSetSize = stateful?.MinReplicaSetSize ?? 0,
            QuorumLossWaitSeconds = (int)Math.Ceiling(stateful?.QuorumLossWaitDuration?.TotalSeconds ?? 0),
            InstanceCount = (description as StatelessServiceDescription)?.InstanceCount ?? 0,
            InitializationData = description.InitializationData ?? [],
            PlacementConstraints = description.PlacementConstraints ?? "",
            HasPersistedState = stateful?.HasPersistedState,
        };
    }

    internal ServiceDescription ToDescription()
    {
        ServiceDescription description = Stateful
            ? new StatefulServiceDescription
            {
                HasPersistedState = HasPersistedState ?? false,
                TargetReplicaSetSize = TargetReplicaSetSize,
                MinReplicaSetSize = MinReplicaSetSize,
                QuorumLossWaitDuration =
                    QuorumLossWaitSeconds == 0 ? null : TimeSpan.FromSeconds(QuorumLossWaitSeconds),
            }
            : new StatelessServiceDescription { InstanceCount = InstanceCount };
        description.ApplicationName = new(Application);
        description.ServiceName = new(Name);
        description.ServiceTypeName = TypeName;
        description.InitializationData = InitializationData;
        description.PlacementConstraints = PlacementConstraints;
        description.PartitionSchemeDescription = Scheme.ToDescription();
        return description;
    }
}

/// <summary>How a service is cut into partitions.</summary>
internal sealed record GatewayScheme
{
    public required string Kind { get; init; }

    public int Count { get; init; } = 1;

    public string LowKey { get; init; } = "0";

    public string HighKey { get; init; } = "0";

    public string[] Names { get; init; } = [];

    internal static GatewayScheme Of(PartitionSchemeDescription scheme) => scheme switch
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

    internal PartitionSchemeDescription ToDescription()
    {
        if (Kind == "Singleton")
            return new SingletonPartitionSchemeDescription();
        if (Kind != "Named")
        {
            return new UniformInt64RangePartitionSchemeDescription(Count,
                long.Parse(LowKey, CultureInfo.InvariantCulture), long.Parse(HighKey, CultureInfo.InvariantCulture));
        }
        var named = new NamedPartitionSchemeDescription();
        foreach (var name in Names)
            named.PartitionNames.Add(name);
        return named;
    }
}
