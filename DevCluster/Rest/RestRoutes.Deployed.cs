using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest;

/// <content>What runs of an application on a node: service packages, code packages, replicas.</content>
internal sealed partial class RestRoutes
{
    private const decimal NeverPaged = decimal.MaxValue;

    private IEnumerable<RestRoute> DeployedRoutes() =>
    [
        .. Get(Deployed, "/$/GetServicePackages", 1.0m, DeployedPackagesAsync),
        .. Get(DeployedPackages, "", 1.0m, DeployedPackagesAsync),
        .. Get(Deployed, "/$/GetCodePackages", 1.0m, CodePackagesAsync),
        .. Deployed.Select(d => Post(d + "/$/GetCodePackages/$/Restart", 1.0m, RestartCodePackageAsync)),
        .. Get(Deployed, "/$/GetReplicas", 1.0m, DeployedReplicasAsync),
        Get("Nodes/{node}/$/GetPartitions/{partition}/$/GetReplicas", 6.0m, ReplicaDetailAsync),
        Get(DeployedReplica + "/$/GetDetail", 6.0m, ReplicaDetailAsync),
    ];

    // One by its name is a list, too.
    private async Task DeployedPackagesAsync(RestCall call)
    {
        var health = await _manager.HealthAsync(HealthPolicies.Own).ConfigureAwait(false);
        var name = call["package"];
        var hosts = HostsOf(call, health.Status).Where(h => name is null || h.ServicePackage == name).ToArray();
        if (name is not null && hosts.Length == 0)
        {
            await call.NothingAsync().ConfigureAwait(false);
        }
        else
        {
            await call.ListAsync(hosts, h => h.ServicePackage, (w, host) => CodePackageShapes.Write(w, host,
                health[$"{call.Node}/{call.Application}/{host.ServicePackage}"].State.ToString()), NeverPaged)
                .ConfigureAwait(false);
        }
    }

    private async Task CodePackagesAsync(RestCall call)
    {
        var status = await _manager.StatusAsync().ConfigureAwait(false);
        var (package, code) = (call.Query("ServiceManifestName"), call.Query("CodePackageName"));
        var found = HostsOf(call, status).Where(h => package is null || h.ServicePackage == package)
            .SelectMany(h => h.CodePackages, (h, c) => (Host: h, Code: c))
            .Where(c => code is null || c.Code.Name == code);
        await call.ListAsync(found, c => $"{c.Host.ServicePackage}/{c.Code.Name}",
            static (w, c) => CodePackageShapes.Write(w, c.Host, c.Code), NeverPaged).ConfigureAwait(false);
    }

    private async Task RestartCodePackageAsync(RestCall call)
    {
        var request = await RestBody.ReadAsync(call).ConfigureAwait(false);
        var instance = request.Required("CodePackageInstanceId");
        if (!long.TryParse(instance, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            throw Invalid($"CodePackageInstanceId is '{instance}'. Allowed: the InstanceId of the program, or 0 for "
                + "whichever runs.");
        }
        if (request.Text("ServicePackageActivationId") is { Length: > 0 } activation)
        {
            throw Invalid($"ServicePackageActivationId is '{activation}'. Allowed here: none, since services share "
                + "their processes.");
        }
        _ = await _manager.RestartCodePackageAsync(call.Node, call.Application,
            request.Required("ServiceManifestName"), request.Required("CodePackageName"), number)
            .ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task DeployedReplicasAsync(RestCall call)
    {
        var (status, node) = await StatusAndNodeAsync(call).ConfigureAwait(false);
        var package = call.Query("ServiceManifestName");
        Guid? partition = call.Query("PartitionId") is not { } text ? null : Guid.TryParse(text, out var id) ? id
            : throw Invalid($"PartitionId is '{text}'. Allowed: a GUID.");
        // Service Fabric Explorer asks for what is left of an application right after it was deleted.
        if (!status.Applications.Any(a => a.Name == call.Application))
        {
            await call.NothingAsync().ConfigureAwait(false);
            return;
        }
        var replicas = DeployedReplicaShapes.Of(status, node).Where(d => d.Service.Application == call.Application
            && (package is null || d.Host.ServicePackage == package)
            && (partition is null || d.Partition.Id == partition));
        await call.ListAsync(replicas, d => $"{d.Partition.Id}/{d.Replica.Id}", DeployedReplicaShapes.Write, NeverPaged)
            .ConfigureAwait(false);
    }

    private async Task ReplicaDetailAsync(RestCall call)
    {
        var (status, node) = await StatusAndNodeAsync(call).ConfigureAwait(false);
        var (_, partition) = PartitionOf(call, status);
        var name = call["replica"];
        var replica = DeployedReplicaShapes.Of(status, node).FirstOrDefault(
            d => d.Partition.Id == partition.Id && (name is null || d.Replica.Id == name))
            ?? throw new ClusterException("FABRIC_E_REPLICA_DOES_NOT_EXIST",
                $"There is no replica or instance '{name ?? "any"}' of partition {partition.Id} on {node.Name}.");
        await call.AnswerAsync(w => DeployedReplicaShapes.WriteDetail(w, replica)).ConfigureAwait(false);
    }

    private static IEnumerable<HostView> HostsOf(RestCall call, ClusterView status)
    {
        var application = FindApplication(status.Applications, call.Application);
        return FindNode(status.Nodes, call.Node).Hosts!.Where(h => h.Application == application.Name);
    }
}
