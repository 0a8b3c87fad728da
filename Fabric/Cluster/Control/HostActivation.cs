using SfPerf.Fabric.Cluster.Manifests;

namespace SfPerf.Fabric.Cluster.Control;

/// <summary>A code package to be run on a node, with all that the process must know.</summary>
internal sealed record HostActivation
{
    /// <summary>Gets the name of this activation in the cluster: node, application id and package.</summary>
    public required string HostId { get; init; }

    public required string ApplicationName { get; init; }

    public required string ApplicationTypeName { get; init; }

    /// <summary>
    /// Gets type name and number, such as <c>SfPerfApplicationType_App1</c>: the name of the folder on the node.
    /// </summary>
    public required string ApplicationId { get; init; }

    public required ServicePackageDefinition Package { get; init; }

    /// <summary>Gets the file to start.</summary>
    public required string Executable { get; init; }

    /// <summary>Gets the name of the only service of the package, or an empty text.</summary>
    public string ServiceName { get; init; } = "";

    /// <summary>Gets one of Fsync, ProcessCrash.</summary>
    public required string Durability { get; init; }

    public required string[] ClientEndpoints { get; init; }

    /// <summary>Gets the ports of the endpoint resources, given by the node.</summary>
    public EndpointPort[] Endpoints { get; init; } = [];
}
