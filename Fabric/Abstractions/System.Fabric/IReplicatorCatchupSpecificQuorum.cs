#nullable disable

namespace System.Fabric;

public interface IReplicatorCatchupSpecificQuorum
{
}
