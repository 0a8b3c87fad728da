using System.Collections.ObjectModel;
using System.ServiceModel.Channels;

namespace System.ServiceModel.Dispatcher;

/// <summary>The listener of one endpoint of a host.</summary>
public abstract class ChannelDispatcherBase
{
    private protected ChannelDispatcherBase()
    {
    }

    /// <summary>Gets the host.</summary>
    public abstract ServiceHostBase Host { get; }

    /// <summary>Gets the listener, whose address has the real port.</summary>
    public abstract IChannelListener Listener { get; }
}

/// <summary>The listener of one endpoint of a host, and how its errors are told.</summary>
/// <remarks>Behaviors change it while the host opens. Unlike in WCF each endpoint has its own, also where several share
/// a port. It is no communication object, and throttles are set by <c>ServiceThrottlingBehavior</c> only.</remarks>
public class ChannelDispatcher : ChannelDispatcherBase
{
    internal ChannelDispatcher(ServiceHostBase host, IChannelListener listener, string bindingName)
    {
        Host = host;
        Listener = listener;
        BindingName = bindingName;
    }

    /// <summary>Gets the name of the endpoint's binding.</summary>
    public string BindingName { get; }

    /// <summary>Gets the endpoint; there is one.</summary>
    public Collection<EndpointDispatcher> Endpoints { get; } = [];

    /// <summary>Gets the handlers asked about exceptions, in order; to be filled before the host is open.</summary>
    public Collection<IErrorHandler> ErrorHandlers { get; } = [];

    /// <summary>Gets the host.</summary>
    public override ServiceHostBase Host { get; }

    /// <summary>Gets or sets whether faults carry the text and the stack of an unexpected exception; read when the host
    /// has run its behaviors.</summary>
    public bool IncludeExceptionDetailInFaults { get; set; }

    /// <summary>Gets the listener, whose address has the real port.</summary>
    public override IChannelListener Listener { get; }
}
