#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception that is thrown when a replica that is closed, or a collection that was removed, is used. Resolve the
/// partition again; a removed collection does not come back.
/// </summary>
[Serializable]
public class FabricObjectClosedException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricObjectClosedException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricObjectClosedException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricObjectClosedException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    /// <param name="errorCode">The code of the error.</param>
    protected FabricObjectClosedException(SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricObjectClosedException"/> class with the code
    /// <see cref="FabricErrorCode.ObjectClosed"/>.
    /// </summary>
    public FabricObjectClosedException()
        : base(FabricErrorCode.ObjectClosed)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricObjectClosedException"/> class with an error code.
    /// </summary>
    /// <param name="errorCode">The code of the error.</param>
    public FabricObjectClosedException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricObjectClosedException"/> class with a message and the code
    /// <see cref="FabricErrorCode.ObjectClosed"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricObjectClosedException(string message)
        : base(message, FabricErrorCode.ObjectClosed)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricObjectClosedException"/> class with a message, a cause and
    /// the code <see cref="FabricErrorCode.ObjectClosed"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricObjectClosedException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.ObjectClosed)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricObjectClosedException"/> class with a message, a cause and an
    /// error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricObjectClosedException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricObjectClosedException"/> class with a message and an error
    /// code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricObjectClosedException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
