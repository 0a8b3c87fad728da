using System.ServiceModel.Channels;

namespace System.ServiceModel.Dispatcher;

/// <summary>One listener of a host.</summary>
public abstract class ChannelDispatcherBase
{
    private protected ChannelDispatcherBase()
    {
    }

    public abstract ServiceHostBase Host { get; }

    public abstract IChannelListener Listener { get; }
}
