using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management;

namespace SfPerf.DevCluster.Rest;

/// <content>What clients do to nodes and to single replicas.</content>
internal sealed partial class RestRoutes
{
    private const string DeployedReplica = "Nodes/{node}/$/GetPartitions/{partition}/$/GetReplicas/{replica}";

    private IEnumerable<RestRoute> NodeCommandRoutes() =>
    [
        Post("Nodes/{node}/$/Deactivate", 1.0m, DeactivateAsync),
        Post("Nodes/{node}/$/Activate", 1.0m, ActivateAsync),
        Post("Nodes/{node}/$/RemoveNodeState", 1.0m, RemoveNodeStateAsync),
        Post(DeployedReplica + "/$/Restart", 1.0m, RestartReplicaAsync),
        Post(DeployedReplica + "/$/Delete", 1.0m, RemoveReplicaAsync),
        .. Partitions.Select(p => Post(p + "/$/MoveSecondaryReplica", 6.5m, MoveSecondaryAsync)),
    ];

    private async Task DeactivateAsync(RestCall call)
    {
        var intent = (await RestBody.ReadAsync(call).ConfigureAwait(false)).Required("DeactivationIntent");
        if (intent.Contains(',') || !Enum.TryParse<DeactivationIntent>(intent, ignoreCase: true, out var known)
            || !Enum.IsDefined(known))
        {
            throw Invalid($"DeactivationIntent is '{intent}'. Allowed: Pause (1), Restart (2), RemoveData (3), "
                + "RemoveNode (4).");
        }
        _ = await _manager.DeactivateNodeAsync(call.Node, known).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task ActivateAsync(RestCall call)
    {
        _ = await _manager.ActivateNodeAsync(call.Node).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task RemoveNodeStateAsync(RestCall call)
    {
        await _manager.RemoveNodeStateAsync(call.Node).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task RestartReplicaAsync(RestCall call)
    {
        _ = await _manager.RestartReplicaAsync(call.Node, IdOf(call).ToString(), call["replica"]!)
            .ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task RemoveReplicaAsync(RestCall call)
    {
        _ = await _manager.RemoveReplicaAsync(call.Node, IdOf(call).ToString(), call["replica"]!)
            .ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task MoveSecondaryAsync(RestCall call)
    {
        var (_, partition) = await PartitionOfAsync(call).ConfigureAwait(false);
        var from = call.Query("CurrentNodeName") ?? throw Invalid("CurrentNodeName is missing.");
        _ = await _manager.MoveSecondaryAsync(partition.Id.ToString(), from, call.Query("NewNodeName") ?? "")
            .ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }
}
