#nullable disable


namespace System.Fabric;

/// <summary>
/// The exception for an operation that a stateful service does not have. This runtime does not throw it. It is there so
/// that a service that handles it compiles.
/// </summary>
[Serializable]
public class FabricInvalidForStatefulServicesException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidForStatefulServicesException"/> class.
    /// </summary>
    public FabricInvalidForStatefulServicesException()
        : base()
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidForStatefulServicesException"/> class with a message.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricInvalidForStatefulServicesException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidForStatefulServicesException"/> class with a message
    /// and a cause.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricInvalidForStatefulServicesException(string message, Exception inner)
        : base(message, inner)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidForStatefulServicesException"/> class with a message,
    /// a cause and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricInvalidForStatefulServicesException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidForStatefulServicesException"/> class with a message
    /// and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricInvalidForStatefulServicesException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
