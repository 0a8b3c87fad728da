#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricNotReadableException : FabricTransientException
{
    protected FabricNotReadableException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    public FabricNotReadableException()
        : base(FabricErrorCode.NotReadable)
    {
    }

    public FabricNotReadableException(string message)
        : base(message, FabricErrorCode.NotReadable)
    {
    }

    public FabricNotReadableException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.NotReadable)
    {
    }
}
