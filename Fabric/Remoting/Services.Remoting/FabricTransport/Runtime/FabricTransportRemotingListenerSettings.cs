using System;

namespace Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;

/// <summary>Holds where a remoting listener listens and how much it accepts.</summary>
/// <remarks>
/// Listeners of a process that have the same port share its socket, and the limits of the one that opened first hold
/// for all of them.
/// </remarks>
public class FabricTransportRemotingListenerSettings
{
    /// <summary>Initializes settings that all have their default values.</summary>
    public FabricTransportRemotingListenerSettings()
    {
    }

    /// <summary>Gets or sets the name of the endpoint in the service manifest whose port is used.</summary>
    /// <value><c>ServiceEndpoint</c> unless set. If the manifest has no such endpoint, the listener gets any free
    /// port.</value>
    public string EndpointResourceName { get; set; } = "ServiceEndpoint";

    /// <summary>Gets or sets the longest message, in bytes, that is sent or accepted.</summary>
    /// <value>1 to 1 GiB; 4 MiB unless set.</value>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero or less, or more than 1 GiB.</exception>
    public long MaxMessageSize
    {
        get;
        set => field = value is > 0 and <= 1 << 30
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "1 to 1 GiB.");
    } = 4 * 1024 * 1024;

    /// <summary>
    /// Gets or sets how many calls of one connection may be unanswered. At the limit the connection is not read until
    /// one is answered.
    /// </summary>
    /// <value>1 to 2147483647; 10,000 unless set.</value>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero or less, or more than 2147483647.</exception>
    public long MaxQueueSize
    {
        get;
        set => field = value is > 0 and <= int.MaxValue
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "1 to 2147483647.");
    } = 10_000;
}
