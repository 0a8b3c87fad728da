namespace System.ServiceModel.Channels;

/// <summary>How bytes travel.</summary>
public abstract class TransportBindingElement : BindingElement
{
    private int? _bufferMax;

    private protected TransportBindingElement()
    {
    }

    public abstract string Scheme { get; }

    public virtual long MaxBufferPoolSize
    {
        get;
        set => field = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    } = 524288;

    /// <summary>Gets or sets the largest message taken, in bytes; decided on before memory is.</summary>
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
