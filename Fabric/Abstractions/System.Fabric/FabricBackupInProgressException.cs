#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricBackupInProgressException : FabricException
{
    protected FabricBackupInProgressException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    public FabricBackupInProgressException()
        : base(FabricErrorCode.BackupInProgress)
    {
    }

    public FabricBackupInProgressException(string message)
        : base(message, FabricErrorCode.BackupInProgress)
    {
    }

    public FabricBackupInProgressException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.BackupInProgress)
    {
    }
}
