#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>
/// The exception that is thrown when an incremental backup has no backup to continue, and when a folder that is
/// restored does not hold exactly one full backup.
/// </summary>
/// <remarks>
/// For a backup: take a full one. For a restore: nothing was changed; give a folder with one chain of backups.
/// </remarks>
[Serializable]
public class FabricMissingFullBackupException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricMissingFullBackupException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricMissingFullBackupException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricMissingFullBackupException"/> class with the code
    /// <see cref="FabricErrorCode.MissingFullBackup"/>.
    /// </summary>
    public FabricMissingFullBackupException()
        : base(FabricErrorCode.MissingFullBackup)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricMissingFullBackupException"/> class with a message and the
    /// code <see cref="FabricErrorCode.MissingFullBackup"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricMissingFullBackupException(string message)
        : base(message, FabricErrorCode.MissingFullBackup)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricMissingFullBackupException"/> class with a message, a cause
    /// and the code <see cref="FabricErrorCode.MissingFullBackup"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricMissingFullBackupException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.MissingFullBackup)
    {
    }
}
