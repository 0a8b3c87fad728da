#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception that is thrown when something that was named is not there: an application, a type, a partition, a
/// node, an entity of the health store, a package, an endpoint or a directory.
/// </summary>
/// <remarks><see cref="FabricException.ErrorCode"/> says which of these it is where there is a code for it.</remarks>
[Serializable]
public class FabricElementNotFoundException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementNotFoundException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricElementNotFoundException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementNotFoundException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    /// <param name="errorCode">The code of the error.</param>
    protected FabricElementNotFoundException(
        SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="FabricElementNotFoundException"/> class.</summary>
    public FabricElementNotFoundException()
        : base()
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementNotFoundException"/> class with an error code.
    /// </summary>
    /// <param name="errorCode">The code of the error.</param>
    public FabricElementNotFoundException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementNotFoundException"/> class with a message.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricElementNotFoundException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementNotFoundException"/> class with a message and a cause.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricElementNotFoundException(string message, Exception inner)
        : base(message, inner)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementNotFoundException"/> class with a message, a cause and
    /// an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricElementNotFoundException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricElementNotFoundException"/> class with a message and an error
    /// code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricElementNotFoundException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
