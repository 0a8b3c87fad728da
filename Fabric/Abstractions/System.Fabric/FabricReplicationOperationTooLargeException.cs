#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricReplicationOperationTooLargeException : FabricException
{
    protected FabricReplicationOperationTooLargeException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    public FabricReplicationOperationTooLargeException()
        : base(FabricErrorCode.ReplicationOperationTooLarge)
    {
    }

    public FabricReplicationOperationTooLargeException(string message)
        : base(message, FabricErrorCode.ReplicationOperationTooLarge)
    {
    }

    public FabricReplicationOperationTooLargeException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.ReplicationOperationTooLarge)
    {
    }
}
