#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricElementAlreadyExistsException : FabricException
{
    protected FabricElementAlreadyExistsException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    protected FabricElementAlreadyExistsException(
        SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    public FabricElementAlreadyExistsException()
        : base()
    {
    }

    public FabricElementAlreadyExistsException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    public FabricElementAlreadyExistsException(string message)
        : base(message)
    {
    }

    public FabricElementAlreadyExistsException(string message, Exception inner)
        : base(message, inner)
    {
    }

    public FabricElementAlreadyExistsException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricElementAlreadyExistsException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
