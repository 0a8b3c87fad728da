#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception that is thrown when a replica that is not the primary, or no longer, is asked for what only the
/// primary does. Nothing was changed by the call that throws it.
/// </summary>
/// <remarks>
/// Resolve the partition again and repeat the work, with a new transaction, on its primary. A remoting proxy that seeks
/// the primary does so on its own. As the inner exception of a <see cref="TransactionFaultedException"/> it means
/// something else: the replica lost its role when the record was in the log, and the outcome is unknown.
/// </remarks>
[Serializable]
public class FabricNotPrimaryException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotPrimaryException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricNotPrimaryException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotPrimaryException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    /// <param name="errorCode">The code of the error.</param>
    protected FabricNotPrimaryException(SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotPrimaryException"/> class with the code
    /// <see cref="FabricErrorCode.NotPrimary"/>.
    /// </summary>
    public FabricNotPrimaryException()
        : base(FabricErrorCode.NotPrimary)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotPrimaryException"/> class with an error code.
    /// </summary>
    /// <param name="errorCode">The code of the error.</param>
    public FabricNotPrimaryException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotPrimaryException"/> class with a message and the code
    /// <see cref="FabricErrorCode.NotPrimary"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricNotPrimaryException(string message)
        : base(message, FabricErrorCode.NotPrimary)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotPrimaryException"/> class with a message, a cause and the
    /// code <see cref="FabricErrorCode.NotPrimary"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricNotPrimaryException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.NotPrimary)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotPrimaryException"/> class with a message, a cause and an
    /// error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricNotPrimaryException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotPrimaryException"/> class with a message and an error
    /// code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricNotPrimaryException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
