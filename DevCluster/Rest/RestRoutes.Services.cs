using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest;

/// <content>Services, partitions and replicas, each below every prefix of the path.</content>
internal sealed partial class RestRoutes
{
    private const string SystemApplication = "fabric:/System";

    private IEnumerable<RestRoute> ServiceRoutes() =>
    [
        Get("Applications/{application}/$/GetServices", 1.0m, ServicesAsync),
        .. Get(Services, "", 1.0m, ServiceAsync),
        .. Get(Services, "/$/GetApplicationName", 1.0m, ApplicationNameAsync),
        .. Get(Services, "/$/GetPartitions", 1.0m, PartitionsAsync),
        .. Get(Services, "/$/ResolvePartition", 1.0m, ResolveAsync),
        .. Services.Select(s => Post(s + "/$/ResolvePartition", 1.0m, ResolveAsync)),
        .. Services.Select(s => Post(s + "/$/Delete", 1.0m, DeleteServiceAsync)),
        .. Get(Partitions, "", 1.0m, PartitionAsync),
        .. Get(Partitions, "/$/GetServiceName", 1.0m, ServiceNameAsync),
        .. Get(Partitions, "/$/GetLoadInformation", 1.0m, PartitionLoadAsync),
        .. Partitions.Select(p => Post(p + "/$/Recover", 1.0m, RecoverAsync)),
        Post("$/RecoverAllPartitions", 1.0m, RecoverAllAsync),
        .. Services.Select(s => Post(s + "/$/GetPartitions/$/Recover", 1.0m, RecoverServiceAsync)),
        // The npm client writes the path so.
        Post("Services/$/{service}/$/GetPartitions/$/Recover", 1.0m, RecoverServiceAsync),
        .. Partitions.Select(p => Post(p + "/$/ResetLoad", 1.0m, ResetLoadAsync)),
        .. Partitions.Select(p => Post(p + "/$/MovePrimaryReplica", 6.5m, MovePrimaryAsync)),
        .. Get(Partitions, "/$/GetReplicas", 1.0m, ReplicasAsync),
        .. Get(Replicas, "", 1.0m, ReplicaAsync),
    ];

    private async Task ServicesAsync(RestCall call)
    {
        var type = call.Query("ServiceTypeName");
        var services = await _manager.ServicesAsync().ConfigureAwait(false);
        // The cluster's own services are no services here: the list of System is empty.
        if (call.Application != SystemApplication)
            _ = FindApplication(await _manager.ApplicationsAsync().ConfigureAwait(false), call.Application);
        await call.ListAsync(
            services.Where(s => s.Application == call.Application && (type is null || s.TypeName == type)),
            s => s.Name, (w, service) => ApplicationShapes.Write(w, service, call.Version)).ConfigureAwait(false);
    }

    private async Task ServiceAsync(RestCall call)
    {
        var services = await _manager.ServicesAsync().ConfigureAwait(false);
        await call.EntityAsync(Array.Find(services, s => s.Name == call.Service && IsBelow(call, s.Application)),
            (w, service) => ApplicationShapes.Write(w, service, call.Version)).ConfigureAwait(false);
    }

    private async Task ApplicationNameAsync(RestCall call)
    {
        var service = await ServiceOfAsync(call).ConfigureAwait(false);
        await call.ObjectAsync(w => ApplicationShapes.WriteName(w, service.Application, call.Version))
            .ConfigureAwait(false);
    }

    private async Task PartitionsAsync(RestCall call)
    {
        var service = await ServiceOfAsync(call).ConfigureAwait(false);
        await call.ListAsync(service.Partitions!, p => p.Id.ToString(),
            (w, partition) => PartitionShapes.Write(w, partition, call.Version)).ConfigureAwait(false);
    }

    private async Task PartitionAsync(RestCall call)
    {
        var (_, partition) = await FindPartitionAsync(call).ConfigureAwait(false);
        await call.EntityAsync(partition, (w, found) => PartitionShapes.Write(w, found, call.Version))
            .ConfigureAwait(false);
    }

    private async Task ServiceNameAsync(RestCall call)
    {
        var (service, _) = await PartitionOfAsync(call).ConfigureAwait(false);
        await call.ObjectAsync(w => ApplicationShapes.WriteName(w, service.Name, call.Version)).ConfigureAwait(false);
    }

    private async Task PartitionLoadAsync(RestCall call)
    {
        var (_, partition) = await PartitionOfAsync(call).ConfigureAwait(false);
        var replicas = partition.Replicas!;
        await call.ObjectAsync(writer =>
        {
            writer.WriteString("PartitionId", partition.Id);
            writer.WriteList("PrimaryLoadMetricReports",
                replicas.Where(r => r.Role is "Primary").SelectMany(r => r.Load ?? NoLoad), LoadShape.Write);
            writer.WriteList("SecondaryLoadMetricReports",
                replicas.Where(r => r.Role is "ActiveSecondary").SelectMany(r => r.Load ?? NoLoad), LoadShape.Write);
        }).ConfigureAwait(false);
    }

    private async Task ReplicasAsync(RestCall call)
    {
        var (_, partition) = await PartitionOfAsync(call).ConfigureAwait(false);
        await call.ListAsync(partition.Replicas!, r => r.Id,
            (w, replica) => PartitionShapes.Write(w, replica, partition.Stateful)).ConfigureAwait(false);
    }

    private async Task ReplicaAsync(RestCall call)
    {
        var (_, partition) = await PartitionOfAsync(call).ConfigureAwait(false);
        await call.EntityAsync(partition.Replicas!.FirstOrDefault(r => r.Id == call["replica"]),
            (w, replica) => PartitionShapes.Write(w, replica, partition.Stateful)).ConfigureAwait(false);
    }

    private async Task ResolveAsync(RestCall call)
    {
        var service = await ServiceOfAsync(call).ConfigureAwait(false);
        var kind = call.Query("PartitionKeyType") switch
        {
            null or "1" or "None" => "Singleton",
            "2" or "Int64Range" => "Int64Range",
            "3" or "Named" => "Named",
            var other => throw Invalid($"PartitionKeyType is '{other}'. Allowed: 1 (none), 2 (Int64Range), 3 (Named)."),
        };
        var key = new ResolveKey { Kind = kind, Text = call.Query("PartitionKeyValue") ?? "" };
        var resolved = await _manager.ResolveAsync(
            service.Name, key, call.Number("PreviousRspVersion", 0), call.Context.RequestAborted).ConfigureAwait(false);
        await call.AnswerAsync(w => PartitionShapes.Write(w, resolved)).ConfigureAwait(false);
    }

    private async Task DeleteServiceAsync(RestCall call)
    {
        _ = await _manager.DeleteServiceAsync((await ServiceOfAsync(call).ConfigureAwait(false)).Name)
            .ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task RecoverAsync(RestCall call)
    {
        var (_, partition) = await PartitionOfAsync(call).ConfigureAwait(false);
        _ = await _manager.RecoverPartitionAsync(partition.Id.ToString()).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task RecoverAllAsync(RestCall call)
    {
        _ = await _manager.RecoverPartitionsAsync(null).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task RecoverServiceAsync(RestCall call)
    {
        var service = await ServiceOfAsync(call).ConfigureAwait(false);
        _ = await _manager.RecoverPartitionsAsync(service.Name).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task ResetLoadAsync(RestCall call)
    {
        var (_, partition) = await PartitionOfAsync(call).ConfigureAwait(false);
        _ = await _manager.ResetLoadAsync(partition.Id.ToString()).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task MovePrimaryAsync(RestCall call)
    {
        var (service, partition) = await PartitionOfAsync(call).ConfigureAwait(false);
        _ = await _manager.MovePrimaryAsync(service.Name, partition.Id, call.Query("NodeName")).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task<ServiceView> ServiceOfAsync(RestCall call) =>
        ServiceOf(call, await _manager.StatusAsync().ConfigureAwait(false));

    private async Task<(ServiceView Service, PartitionView Partition)> PartitionOfAsync(RestCall call) =>
        PartitionOf(call, await _manager.StatusAsync().ConfigureAwait(false));

    private async Task<(ServiceView? Service, PartitionView? Partition)> FindPartitionAsync(RestCall call) =>
        FindPartition(call, await _manager.StatusAsync().ConfigureAwait(false));

    private static ServiceView ServiceOf(RestCall call, ClusterView status) =>
        status.Applications.Where(a => IsBelow(call, a.Name)).SelectMany(a => a.Services!)
            .FirstOrDefault(s => s.Name == call.Service)
            ?? throw new ClusterException("FABRIC_E_SERVICE_DOES_NOT_EXIST", $"There is no service '{call.Service}'.");

    private static (ServiceView Service, PartitionView Partition) PartitionOf(RestCall call, ClusterView status) =>
        FindPartition(call, status) is (var service, { } partition) ? (service!, partition)
            : throw new ClusterException(
                "FABRIC_E_PARTITION_NOT_FOUND", $"There is no partition '{call["partition"]}'.");

    private static (ServiceView? Service, PartitionView? Partition) FindPartition(RestCall call, ClusterView status)
    {
        var id = IdOf(call);
        foreach (var service in status.Applications.Where(a => IsBelow(call, a.Name)).SelectMany(a => a.Services!))
        {
            if (call["service"] is not null && service.Name != call.Service)
                continue;
            if (service.Partitions!.FirstOrDefault(p => p.Id == id) is { } partition)
                return (service, partition);
        }
        return default;
    }

    // The longest prefix names the application, too.
    private static bool IsBelow(RestCall call, string application) =>
        call["application"] is null || call.Application == application;

    private static IReadOnlyDictionary<string, int> NoLoad { get; } = new Dictionary<string, int>();
}
