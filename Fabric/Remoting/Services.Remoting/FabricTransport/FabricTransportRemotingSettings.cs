using System;

namespace Microsoft.ServiceFabric.Services.Remoting.FabricTransport;

/// <summary>What a remoting client may use and how long it waits.</summary>
public class FabricTransportRemotingSettings
{
    public FabricTransportRemotingSettings()
    {
    }

    /// <summary>Gets or sets the longest message, in bytes, sent or accepted; 4 MiB unless set.</summary>
    public long MaxMessageSize
    {
        get;
        set => field = value is > 0 and <= 1 << 30
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "1 to 1 GiB.");
    } = 4 * 1024 * 1024;

    /// <summary>Gets or sets the longest time of a call with all its retries; 5 minutes unless set.</summary>
    public TimeSpan OperationTimeout { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>Gets or sets the longest time to connect; 5 seconds unless set.</summary>
    public TimeSpan ConnectTimeout { get; set; } = TimeSpan.FromSeconds(5);
}
