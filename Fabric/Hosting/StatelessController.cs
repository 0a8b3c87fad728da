using System;
using System.Fabric;
using System.Threading.Tasks;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Hosting;

/// <summary>Drives one instance of a stateless service.</summary>
internal sealed class StatelessController(ServiceHostRuntime runtime, ReplicaOrder opening)
    : ReplicaController(runtime, opening)
{
    private IStatelessServiceInstance? _instance;

    protected override bool TakeAside(ReplicaOrder order)
    {
        if (order.Command.Kind is not ReplicaCommandKind.Abort)
            return false;
        AbortAside(order, () => _instance?.Abort());
        return true;
    }

    protected override async Task<ReplicaAnswer> RunAsync(ReplicaOrder order)
    {
        if (order.Command.Kind == ReplicaCommandKind.Open)
            return Done(order) with { Address = await OpenAsync().ConfigureAwait(false) };
        Runtime.Forget(order);
        if (_instance is not null)
            await _instance.CloseAsync(Aborted.Token).ConfigureAwait(false);
        return Done(order);
    }

    private async Task<string> OpenAsync()
    {
        var name = new Uri(Opening.ServiceName);
        _instance = Runtime.StatelessFactory(Opening.ServiceTypeName)
            .CreateInstance(Opening.ServiceTypeName, name, Opening.InitializationData, PartitionId, ReplicaId);
        _instance.Initialize(new()
        {
            CodePackageActivationContext = Runtime.Context,
            PartitionId = PartitionId,
            ServiceName = name,
            ServiceTypeName = Opening.ServiceTypeName,
            InitializationData = Opening.InitializationData,
            InstanceId = ReplicaId,
        });
        var partition = new StatelessPartitionObject(
            HostSettings.Partition(PartitionId, Opening.Key), new(Runtime, PartitionId, ReplicaId));
        return await _instance.OpenAsync(partition, Aborted.Token).ConfigureAwait(false) ?? "";
    }
}
