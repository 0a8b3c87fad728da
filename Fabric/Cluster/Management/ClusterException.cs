using System;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>The cluster cannot do what was asked.</summary>
/// <param name="code">A stable word for programs: see docs/reference/cluster.md and docs/formats/gateway.md.</param>
/// <param name="message">A sentence for people.</param>
internal sealed class ClusterException(string code, string message) : Exception(message)
{
    internal string Code { get; } = code;
}
