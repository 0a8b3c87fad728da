#nullable disable


namespace System.Fabric;

[Serializable]
public sealed class FabricInvalidAddressException : FabricException
{
    public FabricInvalidAddressException()
        : base(FabricErrorCode.InvalidAddress)
    {
    }

    public FabricInvalidAddressException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    public FabricInvalidAddressException(string message)
        : base(message, FabricErrorCode.InvalidAddress)
    {
    }

    public FabricInvalidAddressException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.InvalidAddress)
    {
    }

    public FabricInvalidAddressException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricInvalidAddressException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
