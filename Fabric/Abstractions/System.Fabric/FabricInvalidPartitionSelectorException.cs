#nullable disable

namespace System.Fabric;

/// <summary>
/// The exception that is thrown when a <c>PartitionSelector</c> means a partition that the service does not have.
/// </summary>
[Serializable]
public class FabricInvalidPartitionSelectorException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionSelectorException"/> class with the code
    /// <see cref="FabricErrorCode.InvalidPartitionSelector"/>.
    /// </summary>
    public FabricInvalidPartitionSelectorException()
        : base(FabricErrorCode.InvalidPartitionSelector)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionSelectorException"/> class with a message and
    /// the code <see cref="FabricErrorCode.InvalidPartitionSelector"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricInvalidPartitionSelectorException(string message)
        : base(message, FabricErrorCode.InvalidPartitionSelector)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidPartitionSelectorException"/> class with a message, a
    /// cause and the code <see cref="FabricErrorCode.InvalidPartitionSelector"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricInvalidPartitionSelectorException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.InvalidPartitionSelector)
    {
    }
}
