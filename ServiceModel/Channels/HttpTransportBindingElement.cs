namespace System.ServiceModel.Channels;

/// <summary>http.</summary>
public class HttpTransportBindingElement : TransportBindingElement
{
    public override string Scheme => "http";

    /// <summary>Gets or sets whether connections outlast a call; true unless set.</summary>
    public bool KeepAliveEnabled { get; set; } = true;

    /// <summary>Gets or sets how many connections a listener's port has at most; further ones are closed. There is no
    /// name in WCF for it: Microsoft's library leaves it to http.sys.</summary>
    internal int ConnectionsMax { get; set; } = 10_000;

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
