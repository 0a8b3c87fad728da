#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricConnectionDeniedException : FabricException
{
    protected FabricConnectionDeniedException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    protected FabricConnectionDeniedException(
        SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    public FabricConnectionDeniedException()
        : base(FabricErrorCode.ConnectionDenied)
    {
    }

    public FabricConnectionDeniedException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    public FabricConnectionDeniedException(string message)
        : base(message, FabricErrorCode.ConnectionDenied)
    {
    }

    public FabricConnectionDeniedException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.ConnectionDenied)
    {
    }

    public FabricConnectionDeniedException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricConnectionDeniedException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
