using System.Collections.ObjectModel;
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

/// <summary>One listener of a host and the endpoint behind it.</summary>
public class ChannelDispatcher : ChannelDispatcherBase
{
    internal ChannelDispatcher(ServiceHostBase host, IChannelListener listener, string bindingName)
    {
        Host = host;
        Listener = listener;
        BindingName = bindingName;
    }

    public string BindingName { get; }

    public Collection<EndpointDispatcher> Endpoints { get; } = [];

    /// <summary>Gets the handlers asked about exceptions; to be filled before the host is open.</summary>
    public Collection<IErrorHandler> ErrorHandlers { get; } = [];

    public override ServiceHostBase Host { get; }

    public bool IncludeExceptionDetailInFaults { get; set; }

    public override IChannelListener Listener { get; }
}
