#nullable disable


namespace System.Fabric;

[Serializable]
public sealed class FabricServiceNotFoundException : FabricElementNotFoundException
{
    public FabricServiceNotFoundException()
        : base(FabricErrorCode.ServiceNotFound)
    {
    }

    public FabricServiceNotFoundException(string message)
        : base(message, FabricErrorCode.ServiceNotFound)
    {
    }

    public FabricServiceNotFoundException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.ServiceNotFound)
    {
    }
}
