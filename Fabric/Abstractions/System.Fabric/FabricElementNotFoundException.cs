#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricElementNotFoundException : FabricException
{
    protected FabricElementNotFoundException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    protected FabricElementNotFoundException(
        SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    public FabricElementNotFoundException()
        : base()
    {
    }

    public FabricElementNotFoundException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    public FabricElementNotFoundException(string message)
        : base(message)
    {
    }

    public FabricElementNotFoundException(string message, Exception inner)
        : base(message, inner)
    {
    }

    public FabricElementNotFoundException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricElementNotFoundException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
