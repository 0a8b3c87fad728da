using System.Globalization;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Gateway;
using SfPerf.Fabric.Manifests;

namespace SfPerf.DevCluster.Gateway;

/// <summary>Services as requests describe them, and as the manager knows them.</summary>
internal static class ServiceRequests
{
    private static readonly string[] Kinds = ["Singleton", "Int64Range", "Named"];

    /// <exception cref="ClusterException">A value is wrong.</exception>
    internal static ServiceDefinition Definition(ServiceRequest request)
    {
        var scheme = request.Scheme;
        if (System.Array.IndexOf(Kinds, scheme.Kind) < 0)
        {
            throw new ClusterException("E_INVALIDARG",
                $"scheme.kind is '{scheme.Kind}'. Allowed: {string.Join(", ", Kinds)}.");
        }
        var count = scheme.Kind switch { "Named" => scheme.Names.Length, "Singleton" => 1, _ => scheme.Count };
        return new()
        {
            Name = request.Name,
            TypeName = request.TypeName,
            PackageName = "",
            Stateful = request.Stateful,
            Scheme = new()
            {
                Kind = scheme.Kind,
                Count = count,
                LowKey = Key("lowKey", scheme.LowKey),
                HighKey = Key("highKey", scheme.HighKey),
                Names = scheme.Names,
            },
            TargetReplicaSetSize = request.TargetReplicaSetSize,
            MinReplicaSetSize = request.MinReplicaSetSize,
            QuorumLossWaitSeconds = request.QuorumLossWaitSeconds,
            ReplicaRestartWaitSeconds = request.ReplicaRestartWaitSeconds,
            InstanceCount = request.InstanceCount,
            InitializationData = request.InitializationData,
            PlacementConstraints = request.PlacementConstraints,
        };
    }

    internal static ServiceRequest Description(string application, ServiceDefinition service, bool? persisted) =>
        new()
        {
            Application = application,
            Name = service.Name,
            TypeName = service.TypeName,
            Stateful = service.Stateful,
            Scheme = new()
            {
                Kind = service.Scheme.Kind,
                Count = service.Scheme.Count,
                LowKey = service.Scheme.LowKey.ToString(CultureInfo.InvariantCulture),
                HighKey = service.Scheme.HighKey.ToString(CultureInfo.InvariantCulture),
                Names = service.Scheme.Names,
            },
            TargetReplicaSetSize = service.TargetReplicaSetSize,
            MinReplicaSetSize = service.MinReplicaSetSize,
            QuorumLossWaitSeconds = service.QuorumLossWaitSeconds,
            ReplicaRestartWaitSeconds = service.ReplicaRestartWaitSeconds,
            InstanceCount = service.InstanceCount,
            InitializationData = service.InitializationData,
            PlacementConstraints = service.PlacementConstraints,
            HasPersistedState = persisted,
        };

    private static long Key(string name, string text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var key) ? key
            : throw new ClusterException("E_INVALIDARG", $"scheme.{name} is '{text}'. Allowed: a whole number.");
}
