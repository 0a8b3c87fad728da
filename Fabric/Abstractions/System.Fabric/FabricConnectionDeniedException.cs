#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception for a connection that its server refuses. This runtime does not throw it. It is there so that a
/// service that handles it compiles.
/// </summary>
[Serializable]
public class FabricConnectionDeniedException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricConnectionDeniedException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricConnectionDeniedException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricConnectionDeniedException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    /// <param name="errorCode">The code of the error.</param>
    protected FabricConnectionDeniedException(
        SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricConnectionDeniedException"/> class with the code
    /// <see cref="FabricErrorCode.ConnectionDenied"/>.
    /// </summary>
    public FabricConnectionDeniedException()
        : base(FabricErrorCode.ConnectionDenied)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricConnectionDeniedException"/> class with an error code.
    /// </summary>
    /// <param name="errorCode">The code of the error.</param>
    public FabricConnectionDeniedException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricConnectionDeniedException"/> class with a message and the
    /// code <see cref="FabricErrorCode.ConnectionDenied"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricConnectionDeniedException(string message)
        : base(message, FabricErrorCode.ConnectionDenied)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricConnectionDeniedException"/> class with a message, a cause
    /// and the code <see cref="FabricErrorCode.ConnectionDenied"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricConnectionDeniedException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.ConnectionDenied)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricConnectionDeniedException"/> class with a message, a cause
    /// and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricConnectionDeniedException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricConnectionDeniedException"/> class with a message and an
    /// error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricConnectionDeniedException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
