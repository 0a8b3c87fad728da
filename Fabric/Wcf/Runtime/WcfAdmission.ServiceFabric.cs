using SfPerf.ServiceModel.Hosting;

namespace SfPerf.Fabric.Wcf.Runtime;

/// <summary>
/// On a Service Fabric cluster callers come from other nodes: whoever reaches the port of a listener may connect, as
/// with Service Fabric's own listener. What protects it is the network.
/// </summary>
internal static class WcfAdmission
{
    /// <summary>Admits every connection of this process.</summary>
    /// <param name="isKnown">Takes no part in it.</param>
    internal static void Apply(bool isKnown) => ConnectionAdmission.Admits = null;
}
