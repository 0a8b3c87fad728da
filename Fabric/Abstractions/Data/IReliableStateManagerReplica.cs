#nullable disable

namespace Microsoft.ServiceFabric.Data;

public interface IReliableStateManagerReplica : IReliableStateManager, IStateProviderReplica
{
}
