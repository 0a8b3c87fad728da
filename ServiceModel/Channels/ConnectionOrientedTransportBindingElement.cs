using SfPerf.ServiceModel.Wire;

namespace System.ServiceModel.Channels;

/// <summary>A transport of connections: net.tcp and net.pipe.</summary>
public abstract class ConnectionOrientedTransportBindingElement : TransportBindingElement
{
    private const int PendingPerCore = 12;

    private protected ConnectionOrientedTransportBindingElement(ConnectionPoolLimits pool) => Pool = pool;

    /// <summary>Gets or sets the longest a connection may take over its preamble; 30 s unless set.</summary>
    public TimeSpan ChannelInitializationTimeout
    {
        get;
        set => field = value > TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = TimeSpan.FromSeconds(30);

    /// <summary>Gets or sets the buffered bytes of one message: equal to MaxReceivedMessageSize unless set.</summary>
    public int MaxBufferSize
    {
        get => BufferMax;
        set => BufferMax = value;
    }

    /// <summary>Gets or sets the connections that may be without a finished preamble, or wait for a session over the
    /// throttle; 12 per core unless set.</summary>
    public int MaxPendingConnections
    {
        get;
        set => field = value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = PendingPerCore * Environment.ProcessorCount;

    public TransferMode TransferMode
    {
        get => Mode;
        set => Mode = value;
    }

    internal ConnectionPoolLimits Pool { get; private set; }

    /// <summary>Gets or sets what the bindings call so: the unused connections either side keeps, and those a server
    /// lets wait for their preamble.</summary>
    internal int MaxConnections
    {
        get => Pool.ConnectionsMax;
        set
        {
            Pool.ConnectionsMax = value;
            MaxPendingConnections = Math.Max(value, PendingPerCore * Environment.ProcessorCount);
        }
    }

    internal virtual int Backlog => 0;

    private protected override void OwnParts() => Pool = Pool.Clone();
}
