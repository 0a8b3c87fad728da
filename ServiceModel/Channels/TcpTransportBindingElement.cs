namespace System.ServiceModel.Channels;

/// <summary>net.tcp.</summary>
public class TcpTransportBindingElement : ConnectionOrientedTransportBindingElement
{
    public TcpTransportBindingElement()
        : base(new(leaseTimeout: TimeSpan.FromMinutes(5)))
    {
    }

    public override string Scheme => "net.tcp";

    public TcpConnectionPoolSettings ConnectionPoolSettings => new(Pool);

    /// <summary>Gets or sets the connections the kernel keeps before they are accepted; 0 for 512.</summary>
    public int ListenBacklog { get; set; }

    internal override int Backlog => ListenBacklog;
}
