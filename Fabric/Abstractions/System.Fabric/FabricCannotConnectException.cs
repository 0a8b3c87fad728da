#nullable disable


namespace System.Fabric;

[Serializable]
public sealed class FabricCannotConnectException : FabricException
{
    public FabricCannotConnectException()
        : base()
    {
    }

    public FabricCannotConnectException(string message)
        : base(message)
    {
    }

    public FabricCannotConnectException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }
}
