#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception that is thrown when the system has aborted a transaction, or when the outcome of a commit is unknown.
/// </summary>
/// <remarks>
/// Without an inner exception, or with a <see cref="FabricReplicationOperationTooLargeException"/>, the transaction is
/// aborted, because its writes take more bytes than is allowed. With any other inner exception, which only a commit
/// gives, its record had entered the log when the replica lost its role or closed: the next primary may have committed
/// it. Read what was written before you repeat it. Later calls on the transaction throw this exception, too.
/// </remarks>
[Serializable]
public class TransactionFaultedException : InvalidOperationException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="TransactionFaultedException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected TransactionFaultedException(SerializationInfo info, StreamingContext context)
#pragma warning disable SYSLIB0051 // Service Fabric has it.
        : base(info, context)
#pragma warning restore SYSLIB0051
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="TransactionFaultedException"/> class with a message.
    /// </summary>
    /// <param name="message">What happened.</param>
    public TransactionFaultedException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="TransactionFaultedException"/> class with a message and a cause.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public TransactionFaultedException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
