#nullable disable

using System;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public sealed class ExceptionInformation
{
    public ExceptionInformation(Exception exception)
    {
        Exception = exception;
    }

    public ExceptionInformation(Exception exception, TargetReplicaSelector targetReplica)
    {
        Exception = exception;
        TargetReplica = targetReplica;
    }

    public TargetReplicaSelector TargetReplica { get; internal set; }

    public Exception Exception { get; internal set; }
}
