#nullable disable

namespace System.Fabric.Health;

public enum HealthReportKind
{
    Invalid = 0,
    StatefulServiceReplica = 1,
    StatelessServiceInstance = 2,
    Partition = 3,
    Node = 4,
    Service = 5,
    Application = 6,
    DeployedApplication = 7,
    DeployedServicePackage = 8,
    Cluster = 9,
}

/// <summary>What a client says of an entity: <c>FabricClient.HealthManager</c> sends it.</summary>
public abstract class HealthReport
{
    protected HealthReport(HealthReportKind kind, HealthInformation healthInformation)
    {
        ArgumentNullException.ThrowIfNull(healthInformation);
        (Kind, HealthInformation) = (kind, healthInformation);
    }

    public HealthReportKind Kind { get; }

    public HealthInformation HealthInformation { get; }
}

public class ClusterHealthReport : HealthReport
{
    public ClusterHealthReport(HealthInformation healthInformation)
        : base(HealthReportKind.Cluster, healthInformation)
    {
    }
}

public class NodeHealthReport : HealthReport
{
    public NodeHealthReport(string nodeName, HealthInformation healthInformation)
        : base(HealthReportKind.Node, healthInformation)
    {
        ArgumentException.ThrowIfNullOrEmpty(nodeName);
        NodeName = nodeName;
    }

    public string NodeName { get; }
}

public class ApplicationHealthReport : HealthReport
{
    public ApplicationHealthReport(Uri applicationName, HealthInformation healthInformation)
        : base(HealthReportKind.Application, healthInformation)
    {
        ArgumentNullException.ThrowIfNull(applicationName);
        ApplicationName = applicationName;
    }

    public Uri ApplicationName { get; }
}

public class ServiceHealthReport : HealthReport
{
    public ServiceHealthReport(Uri serviceName, HealthInformation healthInformation)
        : base(HealthReportKind.Service, healthInformation)
    {
        ArgumentNullException.ThrowIfNull(serviceName);
        ServiceName = serviceName;
    }

    public Uri ServiceName { get; }
}

public class PartitionHealthReport : HealthReport
{
    public PartitionHealthReport(Guid partitionId, HealthInformation healthInformation)
        : base(HealthReportKind.Partition, healthInformation) => PartitionId = partitionId;

    public Guid PartitionId { get; }
}

public class StatefulServiceReplicaHealthReport : HealthReport
{
    public StatefulServiceReplicaHealthReport(Guid partitionId, long replicaId, HealthInformation healthInformation)
        : base(HealthReportKind.StatefulServiceReplica, healthInformation) =>
        (PartitionId, ReplicaId) = (partitionId, replicaId);

    public Guid PartitionId { get; }

    public long ReplicaId { get; }
}

public class StatelessServiceInstanceHealthReport : HealthReport
{
    public StatelessServiceInstanceHealthReport(Guid partitionId, long instanceId, HealthInformation healthInformation)
        : base(HealthReportKind.StatelessServiceInstance, healthInformation) =>
        (PartitionId, InstanceId) = (partitionId, instanceId);

    public Guid PartitionId { get; }

    public long InstanceId { get; }
}

public class DeployedApplicationHealthReport : HealthReport
{
    public DeployedApplicationHealthReport(Uri applicationName, string nodeName, HealthInformation healthInformation)
        : base(HealthReportKind.DeployedApplication, healthInformation)
    {
        ArgumentNullException.ThrowIfNull(applicationName);
        ArgumentException.ThrowIfNullOrEmpty(nodeName);
        (ApplicationName, NodeName) = (applicationName, nodeName);
    }

    public Uri ApplicationName { get; }

    public string NodeName { get; }
}

public class DeployedServicePackageHealthReport : HealthReport
{
    public DeployedServicePackageHealthReport(
        Uri applicationName, string serviceManifestName, string nodeName, HealthInformation healthInformation)
        : base(HealthReportKind.DeployedServicePackage, healthInformation)
    {
        ArgumentNullException.ThrowIfNull(applicationName);
        ArgumentException.ThrowIfNullOrEmpty(serviceManifestName);
        ArgumentException.ThrowIfNullOrEmpty(nodeName);
        (ApplicationName, ServiceManifestName, NodeName) = (applicationName, serviceManifestName, nodeName);
    }

    public Uri ApplicationName { get; }

    public string ServiceManifestName { get; }

    public string NodeName { get; }
}
