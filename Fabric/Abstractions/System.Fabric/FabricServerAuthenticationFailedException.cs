#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception for a server whose certificate is not accepted. This runtime does not throw it. It is there so that a
/// service that handles it compiles. The local cluster has no certificates.
/// </summary>
[Serializable]
public class FabricServerAuthenticationFailedException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServerAuthenticationFailedException"/> class from serialized
    /// data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricServerAuthenticationFailedException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServerAuthenticationFailedException"/> class from serialized
    /// data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    /// <param name="errorCode">The code of the error.</param>
    protected FabricServerAuthenticationFailedException(
        SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServerAuthenticationFailedException"/> class with the code
    /// <see cref="FabricErrorCode.ServerAuthenticationFailed"/>.
    /// </summary>
    public FabricServerAuthenticationFailedException()
        : base(FabricErrorCode.ServerAuthenticationFailed)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServerAuthenticationFailedException"/> class with an error
    /// code.
    /// </summary>
    /// <param name="errorCode">The code of the error.</param>
    public FabricServerAuthenticationFailedException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServerAuthenticationFailedException"/> class with a message
    /// and the code <see cref="FabricErrorCode.ServerAuthenticationFailed"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricServerAuthenticationFailedException(string message)
        : base(message, FabricErrorCode.ServerAuthenticationFailed)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServerAuthenticationFailedException"/> class with a message,
    /// a cause and the code <see cref="FabricErrorCode.ServerAuthenticationFailed"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricServerAuthenticationFailedException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.ServerAuthenticationFailed)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServerAuthenticationFailedException"/> class with a message,
    /// a cause and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricServerAuthenticationFailedException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricServerAuthenticationFailedException"/> class with a message
    /// and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricServerAuthenticationFailedException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
