using System.Text.Json.Serialization;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Control;

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

    /// <summary>Gets the files to start: of the package's code, then of its companions.</summary>
    public required CodeFiles[] Files { get; init; }

    /// <summary>Gets the file of the process that registers the types.</summary>
    [JsonIgnore]
    public string Executable => Files[0].Entry;

    /// <summary>Gets the name of the only service of the package, or an empty text.</summary>
    public string ServiceName { get; init; } = "";

    /// <summary>Gets one of Fsync, ProcessCrash.</summary>
    public required string Durability { get; init; }

    public required string[] ClientEndpoints { get; init; }

    /// <summary>Gets the ports of the endpoint resources, given by the node.</summary>
    public EndpointPort[] Endpoints { get; init; } = [];
}

/// <summary>The port that an endpoint resource has on a node.</summary>
internal sealed record EndpointPort(string Name, string Protocol, int Port);

/// <summary>Represents one simulated machine, as in Service Fabric's five-node dev manifest.</summary>
internal sealed record NodeDescription
{
    public required string Name { get; init; }

    /// <summary>Gets the node id: 128 bits in hexadecimal.</summary>
    public required string Id { get; init; }

    public required string Type { get; init; }

    /// <summary>Gets a number that grows with every start of the node.</summary>
    public required long Instance { get; init; }

    public string Address { get; init; } = "127.0.0.1";

    public required string FaultDomain { get; init; }

    public required string UpgradeDomain { get; init; }

    /// <summary>Gets the first of the ports that endpoints without a fixed port are given.</summary>
    public required int ApplicationPortFirst { get; init; }

    public required int ApplicationPortLast { get; init; }

    /// <summary>Gets whether other nodes of the cluster run on the same machine: ports and processors are shared.
    /// </summary>
    public bool SharesMachine { get; init; }

    /// <summary>Gets the folder that is this machine's disk.</summary>
    public required string Folder { get; init; }
}
