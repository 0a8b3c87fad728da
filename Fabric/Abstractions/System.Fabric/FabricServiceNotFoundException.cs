#nullable disable


namespace System.Fabric;

/// <summary>
/// The exception that is thrown when there is no service of the name that was resolved, described or deleted. Unless
/// the service is made, a retry does not help.
/// </summary>
[Serializable]
public sealed class FabricServiceNotFoundException : FabricElementNotFoundException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServiceNotFoundException"/> class with the code
    /// <see cref="FabricErrorCode.ServiceNotFound"/>.
    /// </summary>
    public FabricServiceNotFoundException()
        : base(FabricErrorCode.ServiceNotFound)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServiceNotFoundException"/> class with a message and the code
    /// <see cref="FabricErrorCode.ServiceNotFound"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricServiceNotFoundException(string message)
        : base(message, FabricErrorCode.ServiceNotFound)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServiceNotFoundException"/> class with a message, a cause and
    /// the code <see cref="FabricErrorCode.ServiceNotFound"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricServiceNotFoundException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.ServiceNotFound)
    {
    }
}
