#nullable disable


namespace System.Fabric;

/// <summary>
/// The exception that is thrown when a fault is asked for that a stateless service cannot have, such as a data loss. A
/// retry does not help.
/// </summary>
[Serializable]
public class FabricInvalidForStatelessServicesException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidForStatelessServicesException"/> class.
    /// </summary>
    public FabricInvalidForStatelessServicesException()
        : base()
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidForStatelessServicesException"/> class with a message.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricInvalidForStatelessServicesException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidForStatelessServicesException"/> class with a message
    /// and a cause.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricInvalidForStatelessServicesException(string message, Exception inner)
        : base(message, inner)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidForStatelessServicesException"/> class with a message,
    /// a cause and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricInvalidForStatelessServicesException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidForStatelessServicesException"/> class with a message
    /// and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricInvalidForStatelessServicesException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
