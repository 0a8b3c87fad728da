namespace System.ServiceModel.Channels;

/// <summary>net.pipe: a Unix domain socket, for processes of the same user on one machine.</summary>
public class NamedPipeTransportBindingElement : ConnectionOrientedTransportBindingElement
{
    public override string Scheme => "net.pipe";

    public ConnectionPoolSettings ConnectionPoolSettings { get; private set; } = new();

    internal override ConnectionPoolSettings Pool => ConnectionPoolSettings;

    public override BindingElement Clone()
    {
        var copy = (NamedPipeTransportBindingElement)base.Clone();
        copy.ConnectionPoolSettings = ConnectionPoolSettings.Clone();
        return copy;
    }
}
