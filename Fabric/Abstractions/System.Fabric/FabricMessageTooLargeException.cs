#nullable disable


namespace System.Fabric;

[Serializable]
public sealed class FabricMessageTooLargeException : FabricException
{
    public FabricMessageTooLargeException()
        : base()
    {
    }

    public FabricMessageTooLargeException(string message)
        : base(message)
    {
    }

    public FabricMessageTooLargeException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
