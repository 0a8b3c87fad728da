#nullable disable


namespace System.Fabric;

[Serializable]
public class FabricInvalidForStatefulServicesException : FabricException
{
    public FabricInvalidForStatefulServicesException()
        : base()
    {
    }

    public FabricInvalidForStatefulServicesException(string message)
        : base(message)
    {
    }

    public FabricInvalidForStatefulServicesException(string message, Exception inner)
        : base(message, inner)
    {
    }

    public FabricInvalidForStatefulServicesException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    public FabricInvalidForStatefulServicesException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
