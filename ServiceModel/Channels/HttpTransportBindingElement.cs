namespace System.ServiceModel.Channels;

/// <summary>http.</summary>
public class HttpTransportBindingElement : TransportBindingElement
{
    public override string Scheme => "http";

    /// <summary>Gets or sets whether connections outlast a call; true unless set.</summary>
    public bool KeepAliveEnabled { get; set; } = true;

    public int MaxBufferSize
    {
        get => BufferMax;
        set => BufferMax = value;
    }

    public TransferMode TransferMode
    {
        get => Mode;
        set => Mode = value;
    }
}
