#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricNotPrimaryException : FabricException
{
    protected FabricNotPrimaryException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    protected FabricNotPrimaryException(SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    public FabricNotPrimaryException()
        : base(FabricErrorCode.NotPrimary)
    {
    }

    public FabricNotPrimaryException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    public FabricNotPrimaryException(string message)
        : base(message, FabricErrorCode.NotPrimary)
    {
    }

    public FabricNotPrimaryException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.NotPrimary)
    {
    }

    public FabricNotPrimaryException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricNotPrimaryException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
