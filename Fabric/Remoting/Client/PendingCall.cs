using System;
using System.Collections.Generic;
using System.Threading;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// Represents one remote call from the proxy's method to its result; pooled. Whoever takes it out of the connection's
/// table of pending calls, and only that one, ends it or sends it again. Public only because generated proxies name it.
/// </summary>
public abstract class PendingCall
{
    private CancellationTokenRegistration _registration;

    internal MessageBuffer Message { get; } = new();

    internal PartitionChannel Channel { get; set; } = null!;

    internal int Method { get; set; }

    /// <summary>Gets or sets whether the message has headers of the program before its arguments.</summary>
    internal bool HasHeaders { get; set; }

    // The route it was last sent on: what a retry must not use again.
    internal Route? Route { get; set; }

    /// <summary>Gets or sets the timestamp at which the call times out.</summary>
    internal long Deadline { get; set; }

    /// <summary>Gets or sets how often the call was tried again.</summary>
    internal int Retries { get; set; }

    /// <summary>Gets or sets whether the replica runs this very call already: it is tried again until its deadline,
    /// however often that is.</summary>
    internal bool IsAwaited { get; set; }

    internal OperationRetrySettings RetrySettings { get; set; } = null!;

    /// <summary>Gets or sets who makes exceptions of the service again.</summary>
    internal IReadOnlyList<IExceptionConvertor> Convertors { get; set; } = [];

    internal CancellationToken Token { get; private set; }

    // Set while the call waits on a connection; read by its cancellation.
    internal ClientConnection? Connection { get; set; }

    internal ulong Number { get; set; }

    internal void CancelWith(CancellationToken token)
    {
        Token = token;
        if (token.CanBeCanceled)
            _registration = token.UnsafeRegister(static c => ((PendingCall)c!).Cancel(), this);
    }

    internal abstract void Succeed(ref MessageReader reader);

    internal abstract void Fail(Exception exception);

    internal abstract void EndCancelled();

    /// <summary>Forgets the call's own data before the object goes back to its pool.</summary>
    protected private void Clear()
    {
        _registration.Dispose();
        _registration = default;
        Token = default;
        Channel = null!;
        Connection = null;
        Route = null;
        Retries = 0;
        IsAwaited = false;
        HasHeaders = false;
        RetrySettings = null!;
        Convertors = [];
    }

    private void Cancel()
    {
        var (connection, number) = (Connection, Number);
        if (connection is not null && connection.TryTake(number, this))
        {
            connection.SendCancel(number);
            EndCancelled();
        }
    }
}
