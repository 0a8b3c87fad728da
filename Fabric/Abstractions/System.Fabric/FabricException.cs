#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricException : Exception
{
    protected FabricException(SerializationInfo info, StreamingContext context)
#pragma warning disable SYSLIB0051 // Service Fabric has it; classes derived from it chain to it.
        : base(info, context)
#pragma warning restore SYSLIB0051
    {
    }

    protected FabricException(SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : this(info, context) => ErrorCode = errorCode;

    public FabricException()
    {
    }

    public FabricException(FabricErrorCode errorCode) => Set(errorCode);

    public FabricException(string message)
        : base(message)
    {
    }

    public FabricException(string message, Exception inner)
        : base(message, inner)
    {
    }

    public FabricException(string message, FabricErrorCode errorCode)
        : base(message) => Set(errorCode);

    public FabricException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner) => Set(errorCode);

    public FabricException(string message, int hresult)
        : base(message) => Set(unchecked((uint)hresult));

    public FabricException(string message, Exception inner, int hresult)
        : base(message, inner) => Set(unchecked((uint)hresult));

    public FabricErrorCode ErrorCode { get; private set; }

    // The codes are HRESULTs, held in a long.
    private void Set(long errorCode)
    {
        HResult = unchecked((int)errorCode);
        ErrorCode = (FabricErrorCode)errorCode;
    }

    private void Set(FabricErrorCode errorCode)
    {
        ErrorCode = errorCode;
        if (errorCode != FabricErrorCode.Unknown)
            HResult = unchecked((int)errorCode);
    }
}
