using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Client.Cluster.Control;

/// <summary>Controls a cluster of ours by the gateway's own routes.</summary>
internal sealed class GatewayControl(Gateway gateway) : IClusterControl
{
    public Task<ClusterView> StatusAsync(CancellationToken token) => gateway.StatusAsync(token);

    public async Task<(string From, string To)> MoveAsync(
        string service, Guid? partition, string? node, CancellationToken token)
    {
        var answer = await gateway.MovePrimaryAsync(
            new() { Service = service, Node = node, PartitionId = partition }, token).ConfigureAwait(false);
        return (answer.From, answer.To);
    }

    public Task RemoveAsync(string application, CancellationToken token) => gateway.RemoveAsync(application, token);

    public Task RecoverAsync(string partition, CancellationToken token) => gateway.RecoverAsync(partition, token);

    public void Dispose() => gateway.Dispose();
}
