using System;

namespace Microsoft.ServiceFabric.Services.Remoting.FabricTransport;

/// <summary>
/// Holds the limits and times of a remoting client. They are read when a proxy or a client is created.
/// </summary>
public class FabricTransportRemotingSettings
{
    /// <summary>Initializes settings that all have their default values.</summary>
    public FabricTransportRemotingSettings()
    {
    }

    /// <summary>Gets or sets the longest message, in bytes, that is sent or accepted.</summary>
    /// <value>1 to 1 GiB; 4 MiB unless set. A longer call fails with FabricMessageTooLargeException before it is
    /// sent.</value>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero or less, or more than 1 GiB.</exception>
    public long MaxMessageSize
    {
        get;
        set => field = value is > 0 and <= 1 << 30
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "1 to 1 GiB.");
    } = 4 * 1024 * 1024;

    /// <summary>
    /// Gets or sets the longest time of a call with all its retries. In Service Fabric it is the time of each attempt.
    /// </summary>
    /// <value>5 minutes unless set. Less than zero is infinite. The shorter of this and the <c>ClientRetryTimeout</c>
    /// of the retry settings holds.</value>
    public TimeSpan OperationTimeout { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>Gets or sets the longest time of an attempt to connect.</summary>
    /// <value>5 s unless set. An attempt to connect to an address on loopback ends after 1 s at most. After a failed
    /// attempt the client resolves the service again and retries.</value>
    public TimeSpan ConnectTimeout { get; set; } = TimeSpan.FromSeconds(5);
}
