#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception that is thrown when something is made under a name that is taken: an application, an application type,
/// a service, a registered service type, or a header of a remoting message. A retry does not help.
/// </summary>
/// <remarks>
/// <see cref="FabricException.ErrorCode"/> says which of these it is, except for a header, which has no code.
/// </remarks>
[Serializable]
public class FabricElementAlreadyExistsException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementAlreadyExistsException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricElementAlreadyExistsException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementAlreadyExistsException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    /// <param name="errorCode">The code of the error.</param>
    protected FabricElementAlreadyExistsException(
        SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="FabricElementAlreadyExistsException"/> class.</summary>
    public FabricElementAlreadyExistsException()
        : base()
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementAlreadyExistsException"/> class with an error code.
    /// </summary>
    /// <param name="errorCode">The code of the error.</param>
    public FabricElementAlreadyExistsException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementAlreadyExistsException"/> class with a message.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricElementAlreadyExistsException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementAlreadyExistsException"/> class with a message and a
    /// cause.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricElementAlreadyExistsException(string message, Exception inner)
        : base(message, inner)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementAlreadyExistsException"/> class with a message, a
    /// cause and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricElementAlreadyExistsException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementAlreadyExistsException"/> class with a message and an
    /// error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricElementAlreadyExistsException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
