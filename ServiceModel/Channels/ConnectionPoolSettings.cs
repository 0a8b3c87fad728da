namespace System.ServiceModel.Channels;

/// <summary>How a factory keeps connections for channels to come.</summary>
public class ConnectionPoolSettings
{
    internal ConnectionPoolSettings()
    {
    }

    /// <summary>Gets or sets how long an unused connection is kept; 2 minutes unless set.</summary>
    public TimeSpan IdleTimeout { get; set; } = TimeSpan.FromMinutes(2);

    /// <summary>Gets or sets the age past which a connection is not kept; 5 minutes unless set.</summary>
    public TimeSpan LeaseTimeout { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>Gets or sets how many unused connections are kept per endpoint; 10 unless set.</summary>
    public int MaxOutboundConnectionsPerEndpoint { get; set; } = 10;

    internal ConnectionPoolSettings Clone() => (ConnectionPoolSettings)MemberwiseClone();
}
