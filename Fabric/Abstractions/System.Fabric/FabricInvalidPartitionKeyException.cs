#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception that is thrown when a partition key is of another kind than the partitions of the service, or lies in
/// none of them. A retry does not help.
/// </summary>
[Serializable]
public class FabricInvalidPartitionKeyException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionKeyException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricInvalidPartitionKeyException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionKeyException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    /// <param name="errorCode">The code of the error.</param>
    protected FabricInvalidPartitionKeyException(
        SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : base(info, context, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionKeyException"/> class with the code
    /// <see cref="FabricErrorCode.InvalidPartitionKey"/>.
    /// </summary>
    public FabricInvalidPartitionKeyException()
        : base(FabricErrorCode.InvalidPartitionKey)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionKeyException"/> class with an error code.
    /// </summary>
    /// <param name="errorCode">The code of the error.</param>
    public FabricInvalidPartitionKeyException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionKeyException"/> class with a message and the
    /// code <see cref="FabricErrorCode.InvalidPartitionKey"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricInvalidPartitionKeyException(string message)
        : base(message, FabricErrorCode.InvalidPartitionKey)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionKeyException"/> class with a message, a cause
    /// and the code <see cref="FabricErrorCode.InvalidPartitionKey"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricInvalidPartitionKeyException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.InvalidPartitionKey)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionKeyException"/> class with a message, a cause
    /// and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricInvalidPartitionKeyException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionKeyException"/> class with a message and an
    /// error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricInvalidPartitionKeyException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
