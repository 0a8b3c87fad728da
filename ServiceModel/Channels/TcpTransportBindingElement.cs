using SfPerf.ServiceModel.Wire;

namespace System.ServiceModel.Channels;

/// <summary>net.tcp.</summary>
public class TcpTransportBindingElement : ConnectionOrientedTransportBindingElement
{
    public TcpTransportBindingElement()
        : base(new(leaseTimeout: TimeSpan.FromMinutes(5)))
    {
    }

    public override string Scheme => "net.tcp";

    public TcpConnectionPoolSettings ConnectionPoolSettings => new(Pool);

    /// <summary>Gets or sets the connections the kernel keeps before they are accepted; 0 for 512.</summary>
    public int ListenBacklog { get; set; }

    internal override int Backlog => ListenBacklog;
}

/// <summary>How net.tcp connections are kept between two sessions.</summary>
public sealed class TcpConnectionPoolSettings
{
    private readonly ConnectionPoolLimits _limits;

    internal TcpConnectionPoolSettings(ConnectionPoolLimits limits) => _limits = limits;

    /// <summary>Gets or sets how long either side keeps an unused connection; 2 minutes unless set.</summary>
    public TimeSpan IdleTimeout
    {
        get => _limits.IdleTimeout;
        set => _limits.IdleTimeout = value;
    }

    /// <summary>Gets or sets the age past which a client does not keep a connection; 5 minutes unless set.</summary>
    public TimeSpan LeaseTimeout
    {
        get => _limits.LeaseTimeout;
        set => _limits.LeaseTimeout = value;
    }

    /// <summary>Gets or sets how many unused connections a client keeps per endpoint, and a server per port; 10 unless
    /// set.</summary>
    public int MaxOutboundConnectionsPerEndpoint
    {
        get => _limits.ConnectionsMax;
        set => _limits.ConnectionsMax = value;
    }
}
