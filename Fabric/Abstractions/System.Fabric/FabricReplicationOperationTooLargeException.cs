#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception for a record that is longer than the replicator takes. A service meets it as the inner exception of a
/// <see cref="TransactionFaultedException"/>.
/// </summary>
/// <remarks>Nothing was committed. Divide the work into several transactions.</remarks>
[Serializable]
public class FabricReplicationOperationTooLargeException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricReplicationOperationTooLargeException"/> class from
    /// serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricReplicationOperationTooLargeException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricReplicationOperationTooLargeException"/> class with the code
    /// <see cref="FabricErrorCode.ReplicationOperationTooLarge"/>.
    /// </summary>
    public FabricReplicationOperationTooLargeException()
        : base(FabricErrorCode.ReplicationOperationTooLarge)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricReplicationOperationTooLargeException"/> class with a message
    /// and the code <see cref="FabricErrorCode.ReplicationOperationTooLarge"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricReplicationOperationTooLargeException(string message)
        : base(message, FabricErrorCode.ReplicationOperationTooLarge)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricReplicationOperationTooLargeException"/> class with a
    /// message, a cause and the code <see cref="FabricErrorCode.ReplicationOperationTooLarge"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricReplicationOperationTooLargeException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.ReplicationOperationTooLarge)
    {
    }
}
