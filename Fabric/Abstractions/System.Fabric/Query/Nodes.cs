#nullable disable

using System.Fabric.Health;
using System.Numerics;

namespace System.Fabric.Query;

public sealed class Node
{
    internal Node()
    {
    }

    public string NodeName { get; internal init; }

    public string IpAddressOrFQDN { get; internal init; }

    public string NodeType { get; internal init; }

    public NodeStatus NodeStatus { get; internal init; }

    public HealthState HealthState { get; internal init; }

    public string UpgradeDomain { get; internal init; }

    public Uri FaultDomain { get; internal init; }

    public NodeId NodeId { get; internal init; }

    public BigInteger NodeInstanceId { get; internal init; }
}

public sealed class NodeList : PagedList<Node>
{
    public NodeList()
    {
    }
}

public enum NodeStatus
{
    Invalid = 0,
    Up = 1,
    Down = 2,
    Enabling = 3,
    Disabling = 4,
    Disabled = 5,
    Unknown = 6,
    Removed = 7,
}
