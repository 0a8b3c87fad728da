#nullable disable

namespace Microsoft.ServiceFabric.Data;

public interface IReliableStateManagerReplica2 : IReliableStateManagerReplica, IStateProviderReplica2
{
}
