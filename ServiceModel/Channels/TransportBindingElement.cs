namespace System.ServiceModel.Channels;

/// <summary>The transport of messages: net.tcp, net.pipe or http. Custom transports are not supported.</summary>
public abstract class TransportBindingElement : BindingElement
{
    private int? _bufferMax;

    private protected TransportBindingElement()
    {
    }

    /// <summary>Gets the scheme of the addresses that the transport is for.</summary>
    public abstract string Scheme { get; }

    /// <summary>Gets or sets a value that has no effect here. Zero or more bytes; 512 KiB unless set.</summary>
    public virtual long MaxBufferPoolSize
    {
        get;
        set => field = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = 524288;

    /// <summary>Gets or sets the largest message taken, in bytes; decided on before memory is taken for it.</summary>
    /// <value>More than zero; 65,536 unless set.</value>
    /// <remarks>It also bounds strings and arrays within a message.</remarks>
    public virtual long MaxReceivedMessageSize
    {
        get;
        set => field = value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = 65536;

    /// <summary>Gets or sets the buffered bytes of one message; equal to MaxReceivedMessageSize unless set.</summary>
    internal int BufferMax
    {
        get => _bufferMax ?? (int)Math.Min(MaxReceivedMessageSize, int.MaxValue);
        set => _bufferMax = value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    }

    internal TransferMode Mode { get; set; }
}
