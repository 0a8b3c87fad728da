using System.Linq;
using System.Xml.Linq;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest;

/// <summary>The manifest that the cluster would have if it were started from one. Its sections switch on what clients
/// ask for, so it has none of a service that is not there.</summary>
internal static class ClusterManifest
{
    private static readonly XNamespace Fabric = "http://schemas.microsoft.com/2011/01/fabric";

    internal static string Of(ClusterView cluster) => new XElement(Fabric + "ClusterManifest",
        new XAttribute("Name", cluster.Name), new XAttribute("Version", NodeShape.ConfigVersion),
        // Each node has a type of its own, as in Service Fabric's manifests for development.
        new XElement(Fabric + "NodeTypes", cluster.Nodes.Select(node => new XElement(Fabric + "NodeType",
            new XAttribute("Name", node.Type), PropertiesOf(node)))),
        new XElement(Fabric + "Infrastructure", new XElement(Fabric + "Linux",
            new XAttribute("IsScaleMin", "true"),
            new XElement(Fabric + "NodeList", cluster.Nodes.Select(node => new XElement(Fabric + "Node",
                new XAttribute("NodeName", node.Name), new XAttribute("IPAddressOrFQDN", node.Address),
                new XAttribute("NodeTypeRef", node.Type), new XAttribute("FaultDomain", node.FaultDomain),
                new XAttribute("UpgradeDomain", node.UpgradeDomain)))))),
        new XElement(Fabric + "FabricSettings", new XElement(Fabric + "Section", new XAttribute("Name", "Management"),
            new XElement(Fabric + "Parameter", new XAttribute("Name", "ImageStoreConnectionString"),
                new XAttribute("Value", "fabric:ImageStore"))))).ToString();

    private static XElement? PropertiesOf(NodeView node) => node.Properties is not { Count: > 0 } properties ? null
        : new XElement(Fabric + "PlacementProperties", properties.Select(p => new XElement(Fabric + "Property",
            new XAttribute("Name", p.Key), new XAttribute("Value", p.Value))));
}
