using System;
using System.Fabric;
using System.IO;
using System.Net.Sockets;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// Determines which failures are tried again, and when: as the exception handler of Service Fabric's remoting decides.
/// </summary>
internal static class RetryRules
{
    private static readonly TimeSpan FirstDelay = TimeSpan.FromMilliseconds(20);

    /// <summary>Tells whether another attempt may help after a failure on this side: of finding the replica, of
    /// connecting to it, of sending, or of the connection.</summary>
    /// <param name="exception">What this process has met. The service has not thrown it.</param>
    /// <param name="resolveAgain">Whether the replica may have moved.</param>
    internal static bool ShouldRetry(Exception exception, out bool resolveAgain)
    {
        resolveAgain = exception is FabricNotPrimaryException or FabricNotReadableException
            or FabricEndpointNotFoundException or FabricObjectClosedException or FabricCannotConnectException
            or IOException or SocketException or OperationCanceledException;
        return resolveAgain || exception is FabricTransientException;
    }

    /// <summary>Tells whether a method that ran and threw is run again: only when what it threw says that this replica
    /// could not serve it. Anything else is the method's answer, whatever it looks like.</summary>
    /// <param name="exception">What the service's method has thrown.</param>
    /// <param name="seeksPrimary">Whether a replica that is not the primary is the wrong one.</param>
    /// <param name="resolveAgain">Whether the replica may have moved.</param>
    internal static bool ShouldRunAgain(Exception exception, bool seeksPrimary, out bool resolveAgain)
    {
        resolveAgain = exception is FabricNotReadableException
            || (exception is FabricNotPrimaryException && seeksPrimary);
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
