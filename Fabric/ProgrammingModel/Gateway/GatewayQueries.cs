using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Description;
using System.Fabric.Health;
using System.Fabric.Query;
using System.Globalization;
using System.Numerics;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>An application as the gateway writes it.</summary>
internal sealed record GatewayApplication
{
    public required string Name { get; init; }

    public required string TypeName { get; init; }

    public required string TypeVersion { get; init; }

    public ApplicationStatus Status { get; init; }

    public HealthState Health { get; init; }

    public Dictionary<string, string> Parameters { get; init; } = [];

    /// <summary>Gets the services; in the status only.</summary>
    public IReadOnlyList<GatewayService> Services { get; init; } = [];

    internal Application ToQueryResult()
    {
        var parameters = new ApplicationParameterList();
        foreach (var (name, value) in Parameters)
            parameters.Add(new() { Name = name, Value = value });
        return new()
        {
            ApplicationName = new(Name),
            ApplicationTypeName = TypeName,
            ApplicationTypeVersion = TypeVersion,
            ApplicationStatus = Status,
            HealthState = Health,
            ApplicationParameters = parameters,
        };
    }
}

/// <summary>A service as the gateway writes it.</summary>
internal sealed record GatewayService
{
    public required string Name { get; init; }

    public required string TypeName { get; init; }

    public required string Application { get; init; }

    public ServiceKind Kind { get; init; }

    public bool? HasPersistedState { get; init; }

    public string ManifestVersion { get; init; } = "";

    public ServiceStatus Status { get; init; }

    public HealthState Health { get; init; }

    /// <summary>Gets the partitions; in the status only.</summary>
    public IReadOnlyList<GatewayPartition> Partitions { get; init; } = [];

    internal Service ToQueryResult() => Kind == ServiceKind.Stateful
        ? new StatefulService
        {
            ServiceName = new(Name), ServiceTypeName = TypeName, ServiceManifestVersion = ManifestVersion,
            HealthState = Health, ServiceStatus = Status, HasPersistedState = HasPersistedState ?? false,
        }
        : new StatelessService
        {
            ServiceName = new(Name), ServiceTypeName = TypeName, ServiceManifestVersion = ManifestVersion,
            HealthState = Health, ServiceStatus = Status,
        };
}

/// <summary>A replica or instance as the gateway writes it.</summary>
internal sealed record GatewayReplica
{
    public required string Id { get; init; }

    public required string Node { get; init; }

    public ReplicaRole Role { get; init; }

    public ServiceReplicaStatus Status { get; init; }

    public HealthState Health { get; init; }

    public string Address { get; init; } = "";

    internal long Number => long.Parse(Id, CultureInfo.InvariantCulture);

    internal Replica ToQueryResult(bool stateful) => stateful
        ? new StatefulServiceReplica
        {
            Id = Number, NodeName = Node, ReplicaAddress = Address, ReplicaStatus = Status, HealthState = Health,
            ReplicaRole = Role,
        }
        : new StatelessServiceInstance
        {
            Id = Number, NodeName = Node, ReplicaAddress = Address, ReplicaStatus = Status, HealthState = Health,
        };
}

/// <summary>The replicas of a partition.</summary>
internal sealed record GatewayReplicas
{
    public required bool Stateful { get; init; }

    public required IReadOnlyList<GatewayReplica> Replicas { get; init; }
}

/// <summary>A node as the gateway writes it.</summary>
internal sealed record GatewayNode
{
    public required string Name { get; init; }

    public required string Id { get; init; }

    public required string Type { get; init; }

    public NodeStatus Status { get; init; }

    public HealthState Health { get; init; }

    public required string Address { get; init; }

    public required string FaultDomain { get; init; }

    public required string UpgradeDomain { get; init; }

    public required string Instance { get; init; }

    internal Node ToQueryResult()
    {
        _ = NodeId.TryParse(Id, out var id);
        return new()
        {
            NodeName = Name,
            IpAddressOrFQDN = Address,
            NodeType = Type,
            NodeStatus = Status,
            HealthState = Health,
            UpgradeDomain = UpgradeDomain,
            FaultDomain = new(FaultDomain),
            NodeId = id,
            NodeInstanceId = BigInteger.Parse(Instance, CultureInfo.InvariantCulture),
        };
    }
}
