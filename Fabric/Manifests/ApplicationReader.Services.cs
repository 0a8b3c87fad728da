using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Manifests;

internal sealed partial class ApplicationReader
{
    private const int PartitionsMax = 1024;
    private const int ReplicasMax = 99;
    // What else says where replicas are placed, how many there are after a while, and how long those that were
    // replaced are kept.
    private static readonly string[] Placing =
    [
        "LoadMetrics", "ServiceCorrelations", "ServicePlacementPolicies",
        "ServiceScalingPolicies", "DefaultMoveCost", "StandByReplicaKeepDurationSeconds",
        .. Validation.ManifestSchema.NewerAttributes,
    ];

    private const string QuorumLossWait = "QuorumLossWaitDurationSeconds";
    private const string Placement = "PlacementConstraints";
    private const string RestartWait = "ReplicaRestartWaitDurationSeconds";

    private ServiceDefinition[] Services(ManifestElement list, ServicePackageDefinition[] packages)
    {
        var services = new List<ServiceDefinition>();
        foreach (var element in list.Attributes().Elements("Service"))
        {
            // The build of an actor service writes GeneratedIdRef to find its own elements again.
            var attributes = element.Ignore("ServiceDnsName")
                .Attributes("Name", "ServicePackageActivationMode", "GeneratedIdRef");
            var name = $"{_name}/{attributes.RequiredName("Name")}";
            const string Mode = "ServicePackageActivationMode";
            if (element.OneOf(Mode, "SharedProcess", "SharedProcess", "ExclusiveProcess") == "ExclusiveProcess")
                element.Note($"'{Mode}' is 'ExclusiveProcess'; the replicas of a node share one process here.");
            var kinds = element.Elements("StatelessService", "StatefulService");
            if (kinds.Count != 1)
                throw element.Wrong("'Service' must hold one element. Allowed: StatelessService, StatefulService.");
            if (services.Any(s => s.Name == name))
                throw element.Wrong($"There are two services '{name}'.");
            // A service that no run of the moment needs: without partitions there is none.
            if (Service(kinds[0], name, packages) is { Scheme.Count: > 0 } service)
                services.Add(service);
        }
        return [.. services];
    }

    private static ServiceDefinition[] Templates(ManifestElement list, ServicePackageDefinition[] packages)
    {
        var templates = new List<ServiceDefinition>();
        foreach (var element in list.Attributes().Elements("StatelessService", "StatefulService"))
        {
            var template = Service(element, "", packages);
            if (templates.Exists(t => t.TypeName == template.TypeName))
                throw element.Wrong($"There are two service templates of the type '{template.TypeName}'.");
            templates.Add(template);
        }
        return [.. templates];
    }

    private static ServiceDefinition Service(ManifestElement service, string name, ServicePackageDefinition[] packages)
    {
        var stateful = service.Name == "StatefulService";
        service.Ignore(Placing).Attributes(stateful
            ? ["ServiceTypeName", "TargetReplicaSetSize", "MinReplicaSetSize", QuorumLossWait, RestartWait]
            : ["ServiceTypeName", "InstanceCount"]);
        var children = service.Elements("SingletonPartition", "UniformInt64Partition", "NamedPartition", Placement);
        var schemes = children.Where(c => c.Name != Placement).ToArray();
        if (schemes.Length != 1)
        {
            throw service.Wrong($"'{service.Name}' must have one partition description. "
                + "Allowed: SingletonPartition, UniformInt64Partition, NamedPartition.");
        }
        var type = service.Required("ServiceTypeName");
        var declared = packages.SelectMany(p => p.Types, (p, t) => (Package: p, Type: t)).ToArray();
        var found = declared.FirstOrDefault(d => d.Type.Name == type && d.Type.Stateful == stateful);
        if (found.Type is null)
        {
            throw service.Invalid("ServiceTypeName", type, string.Join(", ", declared
                .Where(d => d.Type.Stateful == stateful).Select(d => d.Type.Name)));
        }
        var target = stateful ? service.Int32("TargetReplicaSetSize", 1, 1, ReplicasMax) : 0;
        return new()
        {
            Name = name,
            TypeName = type,
            PackageName = found.Package.Name,
            Stateful = stateful,
            Scheme = Scheme(schemes[0]),
            TargetReplicaSetSize = target,
            MinReplicaSetSize = stateful ? service.Int32("MinReplicaSetSize", 1, 1, target) : 0,
            QuorumLossWaitSeconds = stateful ? service.Int32(QuorumLossWait, 0, 1, int.MaxValue) : 0,
            ReplicaRestartWaitSeconds = stateful ? service.Int32(RestartWait, 0, 1, int.MaxValue) : 0,
            InstanceCount = stateful ? 0 : Instances(service),
            PlacementConstraints = service.Single(children, Placement)?.Constraint() is { Length: > 0 } constraint
                ? constraint : found.Type.PlacementConstraints,
        };
    }

    private static int Instances(ManifestElement service) => service.Int32("InstanceCount", 1, -1, ReplicasMax)
        is not 0 and var count ? count : throw service.Invalid("InstanceCount", "0", $"-1, 1 to {ReplicasMax}");

    private static PartitionScheme Scheme(ManifestElement element)
    {
        if (element.Name == "SingletonPartition")
        {
            _ = element.Attributes().Elements();
            return new() { Kind = "Singleton" };
        }
        if (element.Name == "NamedPartition")
        {
            var names = element.Attributes().Elements("Partition")
                .Select(p => p.Attributes("Name").Required("Name")).ToArray();
            if (names.Length == 0 || names.Distinct(StringComparer.Ordinal).Count() != names.Length)
                throw element.Wrong("'NamedPartition' needs one or more partitions with different names.");
            return new() { Kind = "Named", Names = names, Count = names.Length };
        }
        element.Attributes("PartitionCount", "LowKey", "HighKey");
        _ = element.Elements();
        _ = element.Required("PartitionCount");
        var (low, high) = (element.Int64("LowKey"), element.Int64("HighKey"));
        var count = element.Int32("PartitionCount", 1, 0, PartitionsMax);
        if ((Int128)high - low + 1 < count)
        {
            throw element.Invalid("HighKey", $"{high}",
                $"at least LowKey + PartitionCount - 1, {(Int128)low + count - 1}");
        }

        return new() { Kind = "Int64Range", Count = count, LowKey = low, HighKey = high };
    }
}
