using SfPerf.ServiceModel.Wire;

namespace System.ServiceModel.Channels;

/// <summary>The transport net.pipe: a Unix domain socket, for processes of the same user on one machine.</summary>
/// <remarks>It does not meet the named pipes of WCF on Windows.</remarks>
public class NamedPipeTransportBindingElement : ConnectionOrientedTransportBindingElement
{
    /// <summary>Creates a transport with the default settings.</summary>
    public NamedPipeTransportBindingElement()
        : base(new(leaseTimeout: TimeSpan.MaxValue))
    {
    }

    /// <summary>Gets <c>net.pipe</c>.</summary>
    public override string Scheme => "net.pipe";

    /// <summary>Gets the settings of the connections that are kept. Each object returned changes the same
    /// settings.</summary>
    public NamedPipeConnectionPoolSettings ConnectionPoolSettings => new(Pool);
}

/// <summary>Specifies how net.pipe connections are kept between two sessions.</summary>
public sealed class NamedPipeConnectionPoolSettings
{
    private readonly ConnectionPoolLimits _limits;

    internal NamedPipeConnectionPoolSettings(ConnectionPoolLimits limits) => _limits = limits;

    /// <summary>Gets or sets how long either side keeps an unused connection.</summary>
    /// <value>Zero or more; 2 minutes unless set.</value>
    public TimeSpan IdleTimeout
    {
        get => _limits.IdleTimeout;
        set => _limits.IdleTimeout = value;
    }

    /// <summary>Gets or sets how many unused connections a client keeps per endpoint, and a server per pipe. It does
    /// not limit the connections in use.</summary>
    /// <value>Zero or more; 10 unless set.</value>
    public int MaxOutboundConnectionsPerEndpoint
    {
        get => _limits.ConnectionsMax;
        set => _limits.ConnectionsMax = value;
    }
}
