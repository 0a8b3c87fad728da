using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Messages;
using SfPerf.Fabric.Remoting.Wire;

namespace Microsoft.ServiceFabric.Services.Remoting.Builder;

/// <summary>The base of the proxies that the runtime generates. Programs do not derive from it.</summary>
public abstract class ProxyBase
{
    /// <summary>Initializes a new instance.</summary>
    protected ProxyBase()
    {
    }

    internal ProxyTarget Target { get; set; } = null!;

    /// <summary>Gets or sets what sends the calls of a proxy whose maker has a client factory of its own.</summary>
    internal MessageSender Sender { get; set; } = null!;

    /// <summary>Writes what comes before the arguments of a call: the object in the service that is called. Not used
    /// by proxies of a service itself, whose calls begin with their arguments.</summary>
    internal virtual void WriteTarget(MessageBuffer message)
    {
    }
}
