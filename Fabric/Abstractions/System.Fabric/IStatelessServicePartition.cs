#nullable disable

namespace System.Fabric;

public interface IStatelessServicePartition : IServicePartition
{
}
