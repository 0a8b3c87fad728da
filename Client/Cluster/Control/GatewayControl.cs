using System;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Client.Cluster.Control;

/// <summary>Controls a cluster of ours by the gateway's own routes.</summary>
internal sealed class GatewayControl(Gateway gateway) : IClusterControl
{
    public Task<JsonElement> StatusAsync(CancellationToken token) => gateway.StatusAsync(token);

    public async Task<(string From, string To)> MoveAsync(
        string service, Guid? partition, string? node, CancellationToken token)
    {
        var answer = await gateway.PostAsync(
            "Cluster/MovePrimary", new { service, node, partitionId = partition }, token).ConfigureAwait(false);
        return (ClusterInfo.Text(answer, "from"), ClusterInfo.Text(answer, "to"));
    }

    public Task RemoveAsync(string application, CancellationToken token) =>
        gateway.PostAsync("Applications/Remove", new { application }, token);

    public Task RecoverAsync(string partition, CancellationToken token) =>
        gateway.PostAsync($"Partitions/{Uri.EscapeDataString(partition)}/$/Recover", null, token);

    public void Dispose() => gateway.Dispose();
}
