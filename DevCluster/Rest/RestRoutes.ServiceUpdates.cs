using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using SfPerf.Fabric.Cluster.Management;

namespace SfPerf.DevCluster.Rest;

/// <content>Services that are made from templates, and services that change.</content>
internal sealed partial class RestRoutes
{
    private const int CountFlag = 1;
    private const int RestartWaitUpdateFlag = 2;
    private const int QuorumLossWaitUpdateFlag = 4;
    private const int MinFlag = 16;
    private const int PlacementFlag = 32;

    private IEnumerable<RestRoute> ServiceUpdateRoutes() =>
    [
        Post("Applications/{application}/$/GetServices/$/CreateFromTemplate", 1.0m, CreateFromTemplateAsync),
        .. Services.Select(s => Post(s + "/$/Update", 1.0m, UpdateServiceAsync)),
    ];

    private async Task CreateFromTemplateAsync(RestCall call)
    {
        var body = await RestBody.ReadAsync(call).ConfigureAwait(false);
        var named = body.Text("ApplicationName");
        if (named.Length > 0 && named != call.Application)
            throw Invalid($"ApplicationName is '{named}', and the path names {call.Application}.");
        await _manager.CreateServiceFromTemplateAsync(call.Application, body.Required("ServiceName"),
            body.Required("ServiceTypeName"), [.. body.Bytes("InitializationData")]).ConfigureAwait(false);
        await call.DoneAsync(StatusCodes.Status202Accepted).ConfigureAwait(false);
    }

    // A value counts where its flag is set, as in Service Fabric. What has no meaning here is refused, not ignored.
    private async Task UpdateServiceAsync(RestCall call)
    {
        var service = await ServiceOfAsync(call).ConfigureAwait(false);
        var body = await RestBody.ReadAsync(call).ConfigureAwait(false);
        var kind = KindOf(body);
        if (body.Has("PartitionDescription"))
        {
            throw Invalid("PartitionDescription is given. Allowed: none, since the partitions of a service are fixed "
                + "when it is created; delete the service and create it anew.");
        }
        var (flags, stateful) = (body.Number("Flags", 0), kind == "Stateful");
        var known = CountFlag | PlacementFlag
            | (stateful ? RestartWaitUpdateFlag | QuorumLossWaitUpdateFlag | MinFlag : 0);
        if ((flags & ~known) != 0)
        {
            throw new ClusterException(RestErrors.NotImplemented, $"Flags is {flags}. Of a {kind.ToLowerInvariant()} "
                + $"service this cluster changes {(stateful ? "TargetReplicaSetSize (1), "
                    + "ReplicaRestartWaitDurationSeconds (2), QuorumLossWaitDurationSeconds (4), MinReplicaSetSize "
                    + "(16)" : "InstanceCount (1)")} and PlacementConstraints (32) only.");
        }
        _ = await _manager.UpdateServiceAsync(service.Name, stateful, new()
        {
            TargetReplicaSetSize = stateful ? Given(CountFlag, "TargetReplicaSetSize") : null,
            InstanceCount = stateful ? null : Given(CountFlag, "InstanceCount"),
            ReplicaRestartWaitSeconds = Given(RestartWaitUpdateFlag, "ReplicaRestartWaitDurationSeconds"),
            QuorumLossWaitSeconds = Given(QuorumLossWaitUpdateFlag, "QuorumLossWaitDurationSeconds"),
            MinReplicaSetSize = Given(MinFlag, "MinReplicaSetSize"),
            PlacementConstraints = (flags & PlacementFlag) == 0 ? null : body.Text("PlacementConstraints"),
        }).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);

        int? Given(int flag, string name)
        {
            if ((flags & flag) == 0)
                return null;
            _ = body.Required(name);
            return body.Number(name, 0);
        }
    }
}
