#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception that is thrown when something cannot be done now but probably later: retry after a pause.
/// </summary>
/// <remarks>
/// The runtime uses it for a partition without a write quorum or under reconfiguration, a full queue, a service without
/// a primary, and a gateway that does not answer. A commit retries these on its own.
/// </remarks>
[Serializable]
public class FabricTransientException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricTransientException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricTransientException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricTransientException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    /// <param name="errorCode">The code of the error.</param>
    protected FabricTransientException(SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="FabricTransientException"/> class.</summary>
    public FabricTransientException()
        : base()
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricTransientException"/> class with an error code.
    /// </summary>
    /// <param name="errorCode">The code of the error.</param>
    public FabricTransientException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricTransientException"/> class with a message.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricTransientException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricTransientException"/> class with a message and a cause.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricTransientException(string message, Exception inner)
        : base(message, inner)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricTransientException"/> class with a message, a cause and an
    /// error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricTransientException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricTransientException"/> class with a message and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricTransientException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
