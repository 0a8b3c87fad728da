#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception that is thrown when a backup is asked for while another one of the same replica, or its callback, has
/// not ended. Retry later.
/// </summary>
[Serializable]
public class FabricBackupInProgressException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricBackupInProgressException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricBackupInProgressException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricBackupInProgressException"/> class with the code
    /// <see cref="FabricErrorCode.BackupInProgress"/>.
    /// </summary>
    public FabricBackupInProgressException()
        : base(FabricErrorCode.BackupInProgress)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricBackupInProgressException"/> class with a message and the
    /// code <see cref="FabricErrorCode.BackupInProgress"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricBackupInProgressException(string message)
        : base(message, FabricErrorCode.BackupInProgress)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricBackupInProgressException"/> class with a message, a cause
    /// and the code <see cref="FabricErrorCode.BackupInProgress"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricBackupInProgressException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.BackupInProgress)
    {
    }
}
