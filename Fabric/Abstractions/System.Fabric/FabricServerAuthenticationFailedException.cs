#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricServerAuthenticationFailedException : FabricException
{
    protected FabricServerAuthenticationFailedException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    protected FabricServerAuthenticationFailedException(
        SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    public FabricServerAuthenticationFailedException()
        : base(FabricErrorCode.ServerAuthenticationFailed)
    {
    }

    public FabricServerAuthenticationFailedException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    public FabricServerAuthenticationFailedException(string message)
        : base(message, FabricErrorCode.ServerAuthenticationFailed)
    {
    }

    public FabricServerAuthenticationFailedException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.ServerAuthenticationFailed)
    {
    }

    public FabricServerAuthenticationFailedException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricServerAuthenticationFailedException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
