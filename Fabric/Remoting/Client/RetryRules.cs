using System;
using System.Fabric;
using System.IO;
using System.Net.Sockets;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>Which failures are tried again, and when: the choices of genuine remoting's exception handler.</summary>
internal static class RetryRules
{
    private static readonly TimeSpan FirstDelay = TimeSpan.FromMilliseconds(20);

    /// <summary>Tells whether another attempt may help, and whether the replica may have moved.</summary>
    internal static bool ShouldRetry(Exception exception, out bool resolveAgain)
    {
        resolveAgain = exception is FabricNotPrimaryException or FabricNotReadableException
            or FabricEndpointNotFoundException or FabricObjectClosedException or FabricCannotConnectException
            or IOException or SocketException or OperationCanceledException;
        return resolveAgain || exception is FabricTransientException;
    }

    /// <summary>Doubles from 20 ms to the longest interval of the settings.</summary>
    internal static TimeSpan Delay(int attempt, bool resolveAgain, OperationRetrySettings settings)
    {
        var longest = resolveAgain
            ? settings.MaxRetryBackoffIntervalOnNonTransientErrors
            : settings.MaxRetryBackoffIntervalOnTransientErrors;
        var delay = FirstDelay * (1 << Math.Min(attempt, 16));
        return delay < longest ? delay : longest;
    }
}
