#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class FabricMissingFullBackupException : FabricException
{
    protected FabricMissingFullBackupException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    public FabricMissingFullBackupException()
        : base(FabricErrorCode.MissingFullBackup)
    {
    }

    public FabricMissingFullBackupException(string message)
        : base(message, FabricErrorCode.MissingFullBackup)
    {
    }

    public FabricMissingFullBackupException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.MissingFullBackup)
    {
    }
}
