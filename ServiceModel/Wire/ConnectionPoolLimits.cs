namespace SfPerf.ServiceModel.Wire;

/// <summary>
/// Specifies how connections are kept between two sessions: by a client's factory for its next channel, by a server's
/// listener for their next preamble.
/// </summary>
internal sealed class ConnectionPoolLimits(TimeSpan leaseTimeout)
{
    /// <summary>Gets or sets how long an unused connection is kept; 2 minutes unless set.</summary>
    internal TimeSpan IdleTimeout { get; set => field = NotNegative(value); } = TimeSpan.FromMinutes(2);

    /// <summary>Gets or sets the age past which a client keeps no connection.</summary>
    internal TimeSpan LeaseTimeout { get; set => field = NotNegative(value); } = leaseTimeout;

    /// <summary>Gets or sets how many unused connections are kept: by a client for each endpoint, by a server at each
    /// port or pipe; 10 unless set.</summary>
    internal int ConnectionsMax
    {
        get;
        set => field = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = 10;

    internal ConnectionPoolLimits Clone() => (ConnectionPoolLimits)MemberwiseClone();

    private static TimeSpan NotNegative(TimeSpan value) =>
        value >= TimeSpan.Zero ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
}
