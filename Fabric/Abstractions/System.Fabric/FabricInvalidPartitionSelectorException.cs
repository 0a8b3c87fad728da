#nullable disable

namespace System.Fabric;

[Serializable]
public class FabricInvalidPartitionSelectorException : FabricException
{
    public FabricInvalidPartitionSelectorException()
        : base(FabricErrorCode.InvalidPartitionSelector)
    {
    }

    public FabricInvalidPartitionSelectorException(string message)
        : base(message, FabricErrorCode.InvalidPartitionSelector)
    {
    }

    public FabricInvalidPartitionSelectorException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.InvalidPartitionSelector)
    {
    }
}
