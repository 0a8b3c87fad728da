#nullable disable

using System.Numerics;

namespace System.Fabric;

public class NodeContext
{
    public NodeContext(
        string nodeName, NodeId nodeId, BigInteger nodeInstanceId, string nodeType, string ipAddressOrFQDN)
    {
        NodeName = nodeName;
        NodeId = nodeId;
        NodeInstanceId = nodeInstanceId;
        NodeType = nodeType;
        IPAddressOrFQDN = ipAddressOrFQDN;
    }

    public string NodeName { get; }

    public NodeId NodeId { get; }

    public BigInteger NodeInstanceId { get; }

    public string NodeType { get; }

    public string IPAddressOrFQDN { get; }
}
