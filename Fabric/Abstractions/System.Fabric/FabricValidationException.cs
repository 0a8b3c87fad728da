#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricValidationException : FabricException
{
    protected FabricValidationException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    protected FabricValidationException(SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    public FabricValidationException()
        : base()
    {
    }

    public FabricValidationException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    public FabricValidationException(string message)
        : base(message)
    {
    }

    public FabricValidationException(string message, Exception inner)
        : base(message, inner)
    {
    }

    public FabricValidationException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricValidationException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
