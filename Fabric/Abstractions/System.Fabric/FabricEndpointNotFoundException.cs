#nullable disable


namespace System.Fabric;

[Serializable]
public sealed class FabricEndpointNotFoundException : FabricException
{
    public FabricEndpointNotFoundException()
        : base()
    {
    }

    public FabricEndpointNotFoundException(string message)
        : base(message)
    {
    }

    public FabricEndpointNotFoundException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
