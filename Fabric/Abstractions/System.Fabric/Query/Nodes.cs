#nullable disable

using System.Fabric.Health;
using System.Numerics;

namespace System.Fabric.Query;

/// <summary>A node at the time of the query.</summary>
public sealed class Node
{
    internal Node()
    {
    }

    /// <summary>Gets the name of the node, such as <c>_Node_0</c>.</summary>
    public string NodeName { get; internal init; }

    /// <summary>Gets the address of the node, which is on loopback.</summary>
    public string IpAddressOrFQDN { get; internal init; }

    /// <summary>Gets the type of the node, such as <c>NodeType0</c>.</summary>
    public string NodeType { get; internal init; }

    /// <summary>Gets the status of the node: Up or Down.</summary>
    public NodeStatus NodeStatus { get; internal init; }

    /// <summary>Gets the health of the node.</summary>
    public HealthState HealthState { get; internal init; }

    /// <summary>Gets the upgrade domain of the node, such as <c>0</c>.</summary>
    public string UpgradeDomain { get; internal init; }

    /// <summary>Gets the fault domain of the node, such as <c>fd:/0</c>.</summary>
    public Uri FaultDomain { get; internal init; }

    /// <summary>Gets the id of the node, which it keeps over restarts.</summary>
    public NodeId NodeId { get; internal init; }

    /// <summary>Gets a number of the cluster's start, the same for all nodes.</summary>
    public BigInteger NodeInstanceId { get; internal init; }
}

/// <summary>A list of nodes.</summary>
public sealed class NodeList : PagedList<Node>
{
    /// <summary>Initializes an empty list.</summary>
    public NodeList()
    {
    }
}

/// <summary>
/// Says whether a node is up. Queries of <c>FabricClient</c> answer Up or Down only, also for a node that is
/// deactivated.
/// </summary>
public enum NodeStatus
{
    /// <summary>No status.</summary>
    Invalid = 0,
    /// <summary>The node's process runs and is connected to the cluster.</summary>
    Up = 1,
    /// <summary>The node's process is gone; the cluster starts it again.</summary>
    Down = 2,
    /// <summary>The node is being activated. It does not occur in the queries.</summary>
    Enabling = 3,
    /// <summary>The node is being deactivated. It does not occur in the queries.</summary>
    Disabling = 4,
    /// <summary>The node is deactivated. It does not occur in the queries.</summary>
    Disabled = 5,
    /// <summary>The status is not known. It does not occur in the queries.</summary>
    Unknown = 6,
    /// <summary>The node was removed. It does not occur in the queries.</summary>
    Removed = 7,
}
