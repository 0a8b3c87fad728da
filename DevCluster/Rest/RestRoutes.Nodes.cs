using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest;

/// <content>Nodes.</content>
internal sealed partial class RestRoutes
{
    private const decimal PagedDeployedVersion = 6.1m;

    private IEnumerable<RestRoute> NodeRoutes() =>
    [
        Get("Nodes", 1.0m, NodesAsync),
        Get("Nodes/{node}", 1.0m, NodeAsync),
        Get("Nodes/{node}/$/GetLoadInformation", 1.0m, NodeLoadAsync),
        Get("Nodes/{node}/$/GetApplications", 1.0m, DeployedApplicationsAsync),
        Get("Nodes/{node}/$/GetApplications/{application}", 1.0m, DeployedApplicationAsync),
        Post("Nodes/{node}/$/Restart", 3.0m, RestartNodeAsync),
    ];

    private async Task NodesAsync(RestCall call)
    {
        var filter = call.Query("NodeStatusFilter") ?? "default";
        bool Shown(NodeView node) => filter.ToUpperInvariant() switch
        {
            "DEFAULT" or "ALL" => true,
            "UP" or "DOWN" or "ENABLING" or "DISABLING" or "DISABLED" or "UNKNOWN" or "REMOVED" =>
                NodeShape.StatusOf(node).Equals(filter, StringComparison.OrdinalIgnoreCase),
            _ => throw Invalid($"NodeStatusFilter is '{filter}'. Allowed: default, all, up, down, enabling, disabling, "
                + "disabled, unknown, removed."),
        };
        var nodes = await _manager.NodesAsync().ConfigureAwait(false);
        await call.ListAsync(nodes.Where(Shown), n => n.Name, NodeShape.Write).ConfigureAwait(false);
    }

    private async Task NodeAsync(RestCall call)
    {
        var nodes = await _manager.NodesAsync().ConfigureAwait(false);
        await call.EntityAsync(Array.Find(nodes, n => n.Name == call.Node), NodeShape.Write).ConfigureAwait(false);
    }

    private async Task NodeLoadAsync(RestCall call)
    {
        var node = await NodeOfAsync(call).ConfigureAwait(false);
        await call.ObjectAsync(writer =>
        {
            writer.WriteString("NodeName", node.Name);
            writer.WriteNone("NodeLoadMetricInformation");
        }).ConfigureAwait(false);
    }

    private async Task DeployedApplicationsAsync(RestCall call)
    {
        var (status, node) = await StatusAndNodeAsync(call).ConfigureAwait(false);
        await call.ListAsync(DeployedShapes.Applications(status, node), d => d.Application.Name,
            (w, deployed) => DeployedShapes.Write(w, deployed, call.Version), PagedDeployedVersion)
            .ConfigureAwait(false);
    }

    private async Task DeployedApplicationAsync(RestCall call)
    {
        var (status, node) = await StatusAndNodeAsync(call).ConfigureAwait(false);
        await call.EntityAsync(
            DeployedShapes.Applications(status, node).FirstOrDefault(d => d.Application.Name == call.Application),
            (w, deployed) => DeployedShapes.Write(w, deployed, call.Version)).ConfigureAwait(false);
    }

    // The manager starts a node again whose process has ended, and that one its hosts.
    private async Task RestartNodeAsync(RestCall call)
    {
        var request = await RestBody.ReadAsync(call).ConfigureAwait(false);
        var node = await NodeOfAsync(call).ConfigureAwait(false);
        var instance = request.Text("NodeInstanceId");
        if (instance is not ("0" or "") && instance != node.Instance)
        {
            throw new ClusterException("FABRIC_E_INSTANCE_ID_MISMATCH",
                $"NodeInstanceId is '{instance}'; node {node.Name} is instance {node.Instance} now.");
        }
        _ = await _manager.KillNodeAsync(node.Name).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task<NodeView> NodeOfAsync(RestCall call) =>
        FindNode(await _manager.NodesAsync().ConfigureAwait(false), call.Node);

    private async Task<(ClusterView Status, NodeView Node)> StatusAndNodeAsync(RestCall call)
    {
        var status = await _manager.StatusAsync().ConfigureAwait(false);
        return (status, FindNode(status.Nodes, call.Node));
    }

    private static NodeView FindNode(IEnumerable<NodeView> nodes, string name) =>
        nodes.FirstOrDefault(n => n.Name == name)
        ?? throw new ClusterException("FABRIC_E_NODE_NOT_FOUND", $"There is no node '{name}'.");
}
