#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricTransientException : FabricException
{
    protected FabricTransientException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    protected FabricTransientException(SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    public FabricTransientException()
        : base()
    {
    }

    public FabricTransientException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    public FabricTransientException(string message)
        : base(message)
    {
    }

    public FabricTransientException(string message, Exception inner)
        : base(message, inner)
    {
    }

    public FabricTransientException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricTransientException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
