using System;

namespace Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;

/// <summary>Where a remoting listener listens and how much it takes.</summary>
public class FabricTransportRemotingListenerSettings
{
    public FabricTransportRemotingListenerSettings()
    {
    }

    /// <summary>
    /// Gets or sets the endpoint of the service manifest whose port is used; `ServiceEndpoint` unless set.
    /// </summary>
    public string EndpointResourceName { get; set; } = "ServiceEndpoint";

    /// <summary>Gets or sets the longest message, in bytes, sent or accepted; 4 MiB unless set.</summary>
    public long MaxMessageSize
    {
        get;
        set => field = value is > 0 and <= 1 << 30
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "1 to 1 GiB.");
    } = 4 * 1024 * 1024;

    /// <summary>
    /// Gets or sets how many calls of one connection may be unanswered; at the limit it is not read; 10000 unless set.
    /// </summary>
    public long MaxQueueSize
    {
        get;
        set => field = value is > 0 and <= int.MaxValue
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "1 to 2147483647.");
    } = 10_000;
}
