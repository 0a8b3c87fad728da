#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

[Serializable]
public class TransactionFaultedException : InvalidOperationException
{
    protected TransactionFaultedException(SerializationInfo info, StreamingContext context)
#pragma warning disable SYSLIB0051 // Service Fabric has it.
        : base(info, context)
#pragma warning restore SYSLIB0051
    {
    }

    public TransactionFaultedException(string message)
        : base(message)
    {
    }

    public TransactionFaultedException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
