using System.Xml.Linq;

namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>The namespaces of the files that a deployment is made of.</summary>
internal static class Xml
{
    internal static readonly XNamespace Fabric = "http://schemas.microsoft.com/2011/01/fabric";

    internal static readonly XNamespace Tools = "http://schemas.microsoft.com/2015/05/fabrictools";
}
