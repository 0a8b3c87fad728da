#nullable disable

namespace System.Fabric.Health;

/// <summary>Says which kind of entity a report is about.</summary>
public enum HealthReportKind
{
    /// <summary>No kind.</summary>
    Invalid = 0,
    /// <summary>A replica of a stateful service.</summary>
    StatefulServiceReplica = 1,
    /// <summary>An instance of a stateless service.</summary>
    StatelessServiceInstance = 2,
    /// <summary>A partition.</summary>
    Partition = 3,
    /// <summary>A node.</summary>
    Node = 4,
    /// <summary>A service.</summary>
    Service = 5,
    /// <summary>An application.</summary>
    Application = 6,
    /// <summary>What of an application is on a node.</summary>
    DeployedApplication = 7,
    /// <summary>A service package on a node.</summary>
    DeployedServicePackage = 8,
    /// <summary>The cluster.</summary>
    Cluster = 9,
}

/// <summary>Represents what a client says of an entity: <c>FabricClient.HealthManager</c> sends it.</summary>
public abstract class HealthReport
{
    /// <summary>
    /// Initializes the base of a report. <c>FabricClient</c> sends reports of the types of this namespace and of types
    /// derived from them; others are an <see cref="ArgumentException"/>.
    /// </summary>
    /// <param name="kind">The kind of the entity.</param>
    /// <param name="healthInformation">What is said of it.</param>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    protected HealthReport(HealthReportKind kind, HealthInformation healthInformation)
    {
        ArgumentNullException.ThrowIfNull(healthInformation);
        (Kind, HealthInformation) = (kind, healthInformation);
    }

    /// <summary>Gets the kind of the entity.</summary>
    public HealthReportKind Kind { get; }

    /// <summary>Gets what is said of the entity.</summary>
    public HealthInformation HealthInformation { get; }
}

/// <summary>Represents what a client says of the cluster.</summary>
public class ClusterHealthReport : HealthReport
{
    /// <summary>Initializes a report.</summary>
    /// <param name="healthInformation">What is said of the cluster.</param>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    public ClusterHealthReport(HealthInformation healthInformation)
        : base(HealthReportKind.Cluster, healthInformation)
    {
    }
}

/// <summary>Represents what a client says of a node.</summary>
public class NodeHealthReport : HealthReport
{
    /// <summary>Initializes a report.</summary>
    /// <param name="nodeName">The name of the node, such as <c>_Node_0</c>.</param>
    /// <param name="healthInformation">What is said of it.</param>
    /// <exception cref="ArgumentException">The name is empty.</exception>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public NodeHealthReport(string nodeName, HealthInformation healthInformation)
        : base(HealthReportKind.Node, healthInformation)
    {
        ArgumentException.ThrowIfNullOrEmpty(nodeName);
        NodeName = nodeName;
    }

    /// <summary>Gets the name of the node.</summary>
    public string NodeName { get; }
}

/// <summary>Represents what a client says of an application.</summary>
public class ApplicationHealthReport : HealthReport
{
    /// <summary>Initializes a report.</summary>
    /// <param name="applicationName">The name of the application, as <c>fabric:/application</c>.</param>
    /// <param name="healthInformation">What is said of it.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public ApplicationHealthReport(Uri applicationName, HealthInformation healthInformation)
        : base(HealthReportKind.Application, healthInformation)
    {
        ArgumentNullException.ThrowIfNull(applicationName);
        ApplicationName = applicationName;
    }

    /// <summary>Gets the name of the application.</summary>
    public Uri ApplicationName { get; }
}

/// <summary>Represents what a client says of a service.</summary>
public class ServiceHealthReport : HealthReport
{
    /// <summary>Initializes a report.</summary>
    /// <param name="serviceName">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <param name="healthInformation">What is said of it.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public ServiceHealthReport(Uri serviceName, HealthInformation healthInformation)
        : base(HealthReportKind.Service, healthInformation)
    {
        ArgumentNullException.ThrowIfNull(serviceName);
        ServiceName = serviceName;
    }

    /// <summary>Gets the name of the service.</summary>
    public Uri ServiceName { get; }
}

/// <summary>Represents what a client says of a partition.</summary>
public class PartitionHealthReport : HealthReport
{
    /// <summary>Initializes a report.</summary>
    /// <param name="partitionId">The id of the partition.</param>
    /// <param name="healthInformation">What is said of it.</param>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    public PartitionHealthReport(Guid partitionId, HealthInformation healthInformation)
        : base(HealthReportKind.Partition, healthInformation) => PartitionId = partitionId;

    /// <summary>Gets the id of the partition.</summary>
    public Guid PartitionId { get; }
}

/// <summary>Represents what a client says of a replica of a stateful service.</summary>
public class StatefulServiceReplicaHealthReport : HealthReport
{
    /// <summary>Initializes a report.</summary>
    /// <param name="partitionId">The id of the partition.</param>
    /// <param name="replicaId">The id of the replica.</param>
    /// <param name="healthInformation">What is said of it.</param>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    public StatefulServiceReplicaHealthReport(Guid partitionId, long replicaId, HealthInformation healthInformation)
        : base(HealthReportKind.StatefulServiceReplica, healthInformation) =>
        (PartitionId, ReplicaId) = (partitionId, replicaId);

    /// <summary>Gets the id of the partition.</summary>
    public Guid PartitionId { get; }

    /// <summary>Gets the id of the replica.</summary>
    public long ReplicaId { get; }
}

/// <summary>Represents what a client says of an instance of a stateless service.</summary>
public class StatelessServiceInstanceHealthReport : HealthReport
{
    /// <summary>Initializes a report.</summary>
    /// <param name="partitionId">The id of the partition.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="healthInformation">What is said of it.</param>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    public StatelessServiceInstanceHealthReport(Guid partitionId, long instanceId, HealthInformation healthInformation)
        : base(HealthReportKind.StatelessServiceInstance, healthInformation) =>
        (PartitionId, InstanceId) = (partitionId, instanceId);

    /// <summary>Gets the id of the partition.</summary>
    public Guid PartitionId { get; }

    /// <summary>Gets the id of the instance.</summary>
    public long InstanceId { get; }
}

/// <summary>Represents what a client says of an application on a node.</summary>
public class DeployedApplicationHealthReport : HealthReport
{
    /// <summary>Initializes a report.</summary>
    /// <param name="applicationName">The name of the application, as <c>fabric:/application</c>.</param>
    /// <param name="nodeName">The name of the node, such as <c>_Node_0</c>.</param>
    /// <param name="healthInformation">What is said of the application there.</param>
    /// <exception cref="ArgumentException">The name of the node is empty.</exception>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public DeployedApplicationHealthReport(Uri applicationName, string nodeName, HealthInformation healthInformation)
        : base(HealthReportKind.DeployedApplication, healthInformation)
    {
        ArgumentNullException.ThrowIfNull(applicationName);
        ArgumentException.ThrowIfNullOrEmpty(nodeName);
        (ApplicationName, NodeName) = (applicationName, nodeName);
    }

    /// <summary>Gets the name of the application.</summary>
    public Uri ApplicationName { get; }

    /// <summary>Gets the name of the node.</summary>
    public string NodeName { get; }
}

/// <summary>Represents what a client says of a service package on a node.</summary>
public class DeployedServicePackageHealthReport : HealthReport
{
    /// <summary>Initializes a report.</summary>
    /// <param name="applicationName">The name of the application, as <c>fabric:/application</c>.</param>
    /// <param name="serviceManifestName">The name of the service package's manifest.</param>
    /// <param name="nodeName">The name of the node, such as <c>_Node_0</c>.</param>
    /// <param name="healthInformation">What is said of the package there.</param>
    /// <exception cref="ArgumentException">A name is empty.</exception>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public DeployedServicePackageHealthReport(
        Uri applicationName, string serviceManifestName, string nodeName, HealthInformation healthInformation)
        : base(HealthReportKind.DeployedServicePackage, healthInformation)
    {
        ArgumentNullException.ThrowIfNull(applicationName);
        ArgumentException.ThrowIfNullOrEmpty(serviceManifestName);
        ArgumentException.ThrowIfNullOrEmpty(nodeName);
        (ApplicationName, ServiceManifestName, NodeName) = (applicationName, serviceManifestName, nodeName);
    }

    /// <summary>Gets the name of the application.</summary>
    public Uri ApplicationName { get; }

    /// <summary>Gets the name of the service package's manifest.</summary>
    public string ServiceManifestName { get; }

    /// <summary>Gets the name of the node.</summary>
    public string NodeName { get; }
}
