using System;
using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Description;
using System.Fabric.Health;
using System.Fabric.Query;
using System.Globalization;
using System.Linq;
using System.Numerics;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>Represents what the gateway answers, as the types of Service Fabric's API.</summary>
/// <exception cref="FabricException">By every method: a value is none that the type has, since the cluster is of
/// another version.</exception>
internal static class QueryResults
{
    internal static ApplicationType ToQueryResult(this ApplicationTypeView type) => new()
    {
        ApplicationTypeName = type.Name,
        ApplicationTypeVersion = type.Version,
        DefaultParameters = Parameters(type.Parameters),
    };

    internal static Application ToQueryResult(this ApplicationView application) => new()
    {
        ApplicationName = new(application.Name),
        ApplicationTypeName = application.TypeName,
        ApplicationTypeVersion = application.TypeVersion,
        ApplicationStatus = Value<ApplicationStatus>(application.Status),
        HealthState = Health(application.Health),
        ApplicationParameters = Parameters(application.Parameters),
    };

    internal static Service ToQueryResult(this ServiceView service)
    {
        var (name, health) = (new Uri(service.Name), Health(service.Health));
        var status = Value<ServiceStatus>(service.Status);
        return Value<ServiceKind>(service.Kind) == ServiceKind.Stateful
            ? new StatefulService
            {
                ServiceName = name, ServiceTypeName = service.TypeName,
                ServiceManifestVersion = service.ManifestVersion, HealthState = health, ServiceStatus = status,
                HasPersistedState = service.HasPersistedState ?? false,
            }
            : new StatelessService
            {
                ServiceName = name, ServiceTypeName = service.TypeName,
                ServiceManifestVersion = service.ManifestVersion, HealthState = health, ServiceStatus = status,
            };
    }

    internal static Partition ToQueryResult(this PartitionView partition)
    {
        var (health, status) = (Health(partition.Health), Value<ServicePartitionStatus>(partition.Status));
        return partition.Stateful
            ? new StatefulServicePartition(partition.ToInformation(), partition.TargetReplicaSetSize,
                partition.MinReplicaSetSize, health, status)
            : new StatelessServicePartition(partition.ToInformation(), partition.InstanceCount, health, status);
    }

    internal static Replica ToQueryResult(this ReplicaStatusView replica, bool stateful)
    {
        var (health, status) = (Health(replica.Health), Value<ServiceReplicaStatus>(replica.Status));
        return stateful
            ? new StatefulServiceReplica
            {
                Id = replica.Number(), NodeName = replica.Node, ReplicaAddress = replica.Address,
                ReplicaStatus = status, HealthState = health, ReplicaRole = Value<ReplicaRole>(replica.Role),
            }
            : new StatelessServiceInstance
            {
                Id = replica.Number(), NodeName = replica.Node, ReplicaAddress = replica.Address,
                ReplicaStatus = status, HealthState = health,
            };
    }

    internal static Node ToQueryResult(this NodeView node)
    {
        _ = NodeId.TryParse(node.Id, out var id);
        return new()
        {
            NodeName = node.Name,
            IpAddressOrFQDN = node.Address,
            NodeType = node.Type,
            NodeStatus = Value<NodeStatus>(node.Status),
            HealthState = Health(node.Health),
            UpgradeDomain = node.UpgradeDomain,
            FaultDomain = new(node.FaultDomain),
            NodeId = id,
            NodeInstanceId = BigInteger.Parse(node.Instance, CultureInfo.InvariantCulture),
        };
    }

    internal static ResolvedServicePartition ToResolved(this ResolvedView resolved) => new(
        new Uri(resolved.Service),
        resolved.Partition.ToInformation(),
        resolved.Endpoints.Select(e => new ResolvedServiceEndpoint
        {
            Role = Value<ServiceEndpointRole>(e.Role),
            Address = e.Address,
        }).ToArray(),
        resolved.Version);

    internal static long Number(this ReplicaStatusView replica) =>
        long.Parse(replica.Id, CultureInfo.InvariantCulture);

    internal static HealthState Health(string text) => Value<HealthState>(text);

    internal static T Value<T>(string text) where T : struct, Enum =>
        Enum.TryParse<T>(text, ignoreCase: true, out var value) && Enum.IsDefined(value) ? value
            : throw new FabricException($"The gateway's answer has '{text}' where a {typeof(T).Name} is expected.",
                FabricErrorCode.CommunicationError);

    internal static ServicePartitionInformation ToInformation(this PartitionView partition) =>
        Value<ServicePartitionKind>(partition.Kind) switch
        {
            ServicePartitionKind.Int64Range => new Int64RangePartitionInformation
            {
                Id = partition.Id,
                LowKey = long.Parse(partition.LowKey!, CultureInfo.InvariantCulture),
                HighKey = long.Parse(partition.HighKey!, CultureInfo.InvariantCulture),
            },
            ServicePartitionKind.Named => new NamedPartitionInformation { Id = partition.Id, Name = partition.Name },
            _ => new SingletonPartitionInformation { Id = partition.Id },
        };

    private static ApplicationParameterList Parameters(IReadOnlyDictionary<string, string> given)
    {
        var parameters = new ApplicationParameterList();
        foreach (var (name, value) in given)
            parameters.Add(new() { Name = name, Value = value });
        return parameters;
    }
}
