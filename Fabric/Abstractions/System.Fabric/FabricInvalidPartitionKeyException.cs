#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricInvalidPartitionKeyException : FabricException
{
    protected FabricInvalidPartitionKeyException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    protected FabricInvalidPartitionKeyException(
        SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    public FabricInvalidPartitionKeyException()
        : base(FabricErrorCode.InvalidPartitionKey)
    {
    }

    public FabricInvalidPartitionKeyException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    public FabricInvalidPartitionKeyException(string message)
        : base(message, FabricErrorCode.InvalidPartitionKey)
    {
    }

    public FabricInvalidPartitionKeyException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.InvalidPartitionKey)
    {
    }

    public FabricInvalidPartitionKeyException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricInvalidPartitionKeyException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
