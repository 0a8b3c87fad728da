namespace System.ServiceModel.Channels;

/// <summary>http.</summary>
public class HttpTransportBindingElement : TransportBindingElement
{
    private int? _maxBufferSize;

    public override string Scheme => "http";

    public bool KeepAliveEnabled { get; set; } = true;

    public int MaxBufferSize
    {
        get => _maxBufferSize ?? (int)Math.Min(MaxReceivedMessageSize, int.MaxValue);
        set => _maxBufferSize = value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
    }

    public TransferMode TransferMode { get; set; }
}
