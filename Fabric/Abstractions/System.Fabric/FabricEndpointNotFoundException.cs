#nullable disable


namespace System.Fabric;

/// <summary>
/// The exception that is thrown when a service has no replica that fits, or none with an address of the listener asked
/// for. The remoting client resolves the service again and retries.
/// </summary>
[Serializable]
public sealed class FabricEndpointNotFoundException : FabricException
{
    /// <summary>Initializes a new instance of the <see cref="FabricEndpointNotFoundException"/> class.</summary>
    public FabricEndpointNotFoundException()
        : base()
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricEndpointNotFoundException"/> class with a message.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricEndpointNotFoundException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricEndpointNotFoundException"/> class with a message and a
    /// cause.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricEndpointNotFoundException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
