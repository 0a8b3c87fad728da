#nullable disable

using System.Numerics;

namespace System.Fabric;

/// <summary>The node that a process of the cluster runs on. Immutable.</summary>
public class NodeContext
{
    /// <summary>
    /// Initializes a new instance of the <see cref="NodeContext"/> class. Tests make one; the runtime makes that of a
    /// service.
    /// </summary>
    /// <param name="nodeName">The name of the node.</param>
    /// <param name="nodeId">Its id.</param>
    /// <param name="nodeInstanceId">The number of its start.</param>
    /// <param name="nodeType">The name of its type.</param>
    /// <param name="ipAddressOrFQDN">Its address.</param>
    public NodeContext(
        string nodeName, NodeId nodeId, BigInteger nodeInstanceId, string nodeType, string ipAddressOrFQDN)
    {
        NodeName = nodeName;
        NodeId = nodeId;
        NodeInstanceId = nodeInstanceId;
        NodeType = nodeType;
        IPAddressOrFQDN = ipAddressOrFQDN;
    }

    /// <summary>Gets the name of the node, such as <c>_Node_0</c>.</summary>
    public string NodeName { get; }

    /// <summary>Gets the id of the node. A node keeps it over restarts.</summary>
    public NodeId NodeId { get; }

    /// <summary>Gets a number that grows with every start of the node.</summary>
    public BigInteger NodeInstanceId { get; }

    /// <summary>
    /// Gets the name of the type of the node. Each node of the local cluster has a type of its own, such as
    /// <c>NodeType0</c>.
    /// </summary>
    public string NodeType { get; }

    /// <summary>Gets the address of the node: <c>127.0.0.1</c> in the local cluster.</summary>
    public string IPAddressOrFQDN { get; }
}
