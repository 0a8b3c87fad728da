namespace SfPerf.Fabric.Cluster.Control;

/// <summary>One simulated machine, as in the genuine five-node dev manifest.</summary>
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

    /// <summary>Gets the folder that is this machine's disk.</summary>
    public required string Folder { get; init; }
}
