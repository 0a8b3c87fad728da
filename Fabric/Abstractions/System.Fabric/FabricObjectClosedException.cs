#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricObjectClosedException : FabricException
{
    protected FabricObjectClosedException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    protected FabricObjectClosedException(SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    public FabricObjectClosedException()
        : base(FabricErrorCode.ObjectClosed)
    {
    }

    public FabricObjectClosedException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    public FabricObjectClosedException(string message)
        : base(message, FabricErrorCode.ObjectClosed)
    {
    }

    public FabricObjectClosedException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.ObjectClosed)
    {
    }

    public FabricObjectClosedException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricObjectClosedException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
