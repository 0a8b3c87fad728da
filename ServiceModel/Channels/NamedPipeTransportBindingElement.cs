using SfPerf.ServiceModel.Wire;

namespace System.ServiceModel.Channels;

/// <summary>net.pipe: a Unix domain socket, for processes of the same user on one machine.</summary>
public class NamedPipeTransportBindingElement : ConnectionOrientedTransportBindingElement
{
    public NamedPipeTransportBindingElement()
        : base(new(leaseTimeout: TimeSpan.MaxValue))
    {
    }

    public override string Scheme => "net.pipe";

    public NamedPipeConnectionPoolSettings ConnectionPoolSettings => new(Pool);
}

/// <summary>How net.pipe connections are kept between two sessions.</summary>
public sealed class NamedPipeConnectionPoolSettings
{
    private readonly ConnectionPoolLimits _limits;

    internal NamedPipeConnectionPoolSettings(ConnectionPoolLimits limits) => _limits = limits;

    /// <summary>Gets or sets how long either side keeps an unused connection; 2 minutes unless set.</summary>
    public TimeSpan IdleTimeout
    {
        get => _limits.IdleTimeout;
        set => _limits.IdleTimeout = value;
    }

    /// <summary>Gets or sets how many unused connections a client keeps per endpoint, and a server per pipe; 10 unless
    /// set.</summary>
    public int MaxOutboundConnectionsPerEndpoint
    {
        get => _limits.ConnectionsMax;
        set => _limits.ConnectionsMax = value;
    }
}
