#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Data.Collections;

public class QueueFullException : FabricTransientException
{
    public QueueFullException()
        : base()
    {
    }

    public QueueFullException(string msg)
        : base(msg)
    {
    }

    public QueueFullException(string msg, Exception innerException)
        : base(msg, innerException)
    {
    }
}
