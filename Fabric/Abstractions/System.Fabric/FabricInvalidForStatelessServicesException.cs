#nullable disable


namespace System.Fabric;

[Serializable]
public class FabricInvalidForStatelessServicesException : FabricException
{
    public FabricInvalidForStatelessServicesException()
        : base()
    {
    }

    public FabricInvalidForStatelessServicesException(string message)
        : base(message)
    {
    }

    public FabricInvalidForStatelessServicesException(string message, Exception inner)
        : base(message, inner)
    {
    }

    public FabricInvalidForStatelessServicesException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricInvalidForStatelessServicesException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
