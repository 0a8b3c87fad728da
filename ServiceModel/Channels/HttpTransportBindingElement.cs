namespace System.ServiceModel.Channels;

/// <summary>The transport http. A service listens by Kestrel, a client calls by <c>HttpClient</c>'s handler without
/// proxy, cookies and redirects.</summary>
/// <remarks>There is no https, authentication or WebSocket. A listener's port takes at most 10,000 connections; further
/// ones are closed.</remarks>
public class HttpTransportBindingElement : TransportBindingElement
{
    /// <summary>Gets <c>http</c>.</summary>
    public override string Scheme => "http";

    /// <summary>Gets or sets whether connections outlast a call; true unless set. Each side applies its own
    /// value.</summary>
    public bool KeepAliveEnabled { get; set; } = true;

    /// <summary>Gets or sets how many connections a listener's port has at most; further ones are closed. There is no
    /// name in WCF for it: Microsoft's library leaves it to http.sys.</summary>
    internal int ConnectionsMax { get; set; } = 10_000;

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

    /// <summary>Gets or sets a mode that changes nothing here but the check of <see cref="MaxBufferSize"/>; Buffered
    /// unless set.</summary>
    public TransferMode TransferMode
    {
        get => Mode;
        set => Mode = value;
    }
}
