namespace System.ServiceModel.Channels;

/// <summary>net.tcp.</summary>
public class TcpTransportBindingElement : ConnectionOrientedTransportBindingElement
{
    public override string Scheme => "net.tcp";

    public ConnectionPoolSettings ConnectionPoolSettings { get; private set; } = new();

    /// <summary>Gets or sets the connections the kernel keeps before they are accepted; 0 for 512.</summary>
    public int ListenBacklog { get; set; }

    internal override ConnectionPoolSettings Pool => ConnectionPoolSettings;

    internal override int Backlog => ListenBacklog;

    public override BindingElement Clone()
    {
        var copy = (TcpTransportBindingElement)base.Clone();
        copy.ConnectionPoolSettings = ConnectionPoolSettings.Clone();
        return copy;
    }
}
