using System;

namespace SfPerf.Peers.Etcd;

/// <summary>A gRPC call ended with a status other than OK.</summary>
internal sealed class GrpcException(int status, string message) : Exception(message)
{
    private static readonly string[] Names =
    [
        "Ok", "Cancelled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound", "AlreadyExists",
        "PermissionDenied", "ResourceExhausted", "FailedPrecondition", "Aborted", "OutOfRange", "Unimplemented",
        "Internal", "Unavailable", "DataLoss", "Unauthenticated",
    ];

    /// <summary>Gets the status's name.</summary>
    internal string Code => status >= 0 && status < Names.Length ? Names[status] : $"Status{status}";
}
