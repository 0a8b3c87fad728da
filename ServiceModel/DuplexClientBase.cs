using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>A class to derive typed clients from whose service calls back.</summary>
public abstract class DuplexClientBase<TChannel> : ClientBase<TChannel>
    where TChannel : class
{
    protected DuplexClientBase(InstanceContext callbackInstance, Binding binding, EndpointAddress remoteAddress)
        : base(callbackInstance, binding, remoteAddress)
    {
    }

    public IDuplexContextChannel InnerDuplexChannel => (IDuplexContextChannel)InnerChannel;
}
