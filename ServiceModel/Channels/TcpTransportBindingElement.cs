using SfPerf.ServiceModel.Wire;

namespace System.ServiceModel.Channels;

/// <summary>The transport net.tcp.</summary>
public class TcpTransportBindingElement : ConnectionOrientedTransportBindingElement
{
    /// <summary>Creates a transport with the default settings.</summary>
    public TcpTransportBindingElement()
        : base(new(leaseTimeout: TimeSpan.FromMinutes(5)))
    {
    }

    /// <summary>Gets <c>net.tcp</c>.</summary>
    public override string Scheme => "net.tcp";

    /// <summary>Gets the settings of the connections that are kept. Each object returned changes the same
    /// settings.</summary>
    public TcpConnectionPoolSettings ConnectionPoolSettings => new(Pool);

    /// <summary>Gets or sets how many connections the kernel keeps for a service before they are accepted.</summary>
    /// <value>0 unless set, which stands for 512, as a negative value does.</value>
    public int ListenBacklog { get; set; }

    internal override int Backlog => ListenBacklog;
}

/// <summary>Specifies how net.tcp connections are kept between two sessions.</summary>
public sealed class TcpConnectionPoolSettings
{
    private readonly ConnectionPoolLimits _limits;

    internal TcpConnectionPoolSettings(ConnectionPoolLimits limits) => _limits = limits;

    /// <summary>Gets or sets how long either side keeps an unused connection.</summary>
    /// <value>Zero or more; 2 minutes unless set.</value>
    public TimeSpan IdleTimeout
    {
        get => _limits.IdleTimeout;
        set => _limits.IdleTimeout = value;
    }

    /// <summary>Gets or sets the age past which a client does not keep a connection. A server does not apply
    /// it.</summary>
    /// <value>Zero or more; 5 minutes unless set.</value>
    public TimeSpan LeaseTimeout
    {
        get => _limits.LeaseTimeout;
        set => _limits.LeaseTimeout = value;
    }

    /// <summary>Gets or sets how many unused connections a client keeps per endpoint, and a server per port. It does
    /// not limit the connections in use.</summary>
    /// <value>Zero or more; 10 unless set.</value>
    public int MaxOutboundConnectionsPerEndpoint
    {
        get => _limits.ConnectionsMax;
        set => _limits.ConnectionsMax = value;
    }
}
