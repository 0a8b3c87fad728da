using SfPerf.ServiceModel.Wire;

namespace System.ServiceModel.Channels;

/// <summary>A transport of connections: net.tcp and net.pipe. Both frame messages as [MC-NMF] has it.</summary>
public abstract class ConnectionOrientedTransportBindingElement : TransportBindingElement
{
    private const int PendingPerCore = 12;

    private protected ConnectionOrientedTransportBindingElement(ConnectionPoolLimits pool) => Pool = pool;

    /// <summary>Gets or sets the longest a connection may take over its whole preamble before a server cuts
    /// it.</summary>
    /// <value>More than zero; 30 seconds unless set. A client does not apply it.</value>
    /// <remarks>Endpoints that share a port have the value of the one that was opened first.</remarks>
    public TimeSpan ChannelInitializationTimeout
    {
        get;
        set => field = value > TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = TimeSpan.FromSeconds(30);

    /// <summary>Gets or sets the largest message in memory, in bytes.</summary>
    /// <value>More than zero; the value of <see cref="TransportBindingElement.MaxReceivedMessageSize"/> unless
    /// set.</value>
    /// <remarks>With buffered transfer it must equal <see cref="TransportBindingElement.MaxReceivedMessageSize"/>, else
    /// it must not be larger; otherwise opening throws <see cref="ArgumentException"/>. It limits nothing by
    /// itself.</remarks>
    public int MaxBufferSize
    {
        get => BufferMax;
        set => BufferMax = value;
    }

    /// <summary>Gets or sets how many connections of a server may be without a finished preamble, or wait for a session
    /// over the throttle. Further ones wait in the kernel's backlog.</summary>
    /// <value>More than zero; 12 per core unless set. More than 4096 count as 4096.</value>
    /// <remarks>Endpoints that share a port have the value of the one that was opened first.</remarks>
    public int MaxPendingConnections
    {
        get;
        set => field = value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = PendingPerCore * Environment.ProcessorCount;

    /// <summary>Gets or sets how messages travel; Buffered unless set. Both sides must agree.</summary>
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
