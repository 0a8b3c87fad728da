namespace System.ServiceModel.Channels;

/// <summary>net.pipe: a Unix domain socket, for processes of the same user on one machine.</summary>
public class NamedPipeTransportBindingElement : ConnectionOrientedTransportBindingElement
{
    public NamedPipeTransportBindingElement()
        : base(new(leaseTimeout: TimeSpan.MaxValue))
    {
    }

    public override string Scheme => "net.pipe";

    public NamedPipeConnectionPoolSettings ConnectionPoolSettings => new(Pool);
}
