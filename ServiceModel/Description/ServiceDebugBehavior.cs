using System.Collections.ObjectModel;
using System.ServiceModel.Channels;

namespace System.ServiceModel.Description;

/// <summary>Specifies whether faults tell unexpected exceptions. The help pages of WCF's behavior do not exist
/// here.</summary>
public class ServiceDebugBehavior : IServiceBehavior
{
    /// <summary>Gets or sets whether faults carry the text and the stack of an unexpected exception; false unless set.
    /// True here, at the <see cref="ServiceBehaviorAttribute"/> or at a <c>ChannelDispatcher</c> is enough.</summary>
    public bool IncludeExceptionDetailInFaults { get; set; }

    void IServiceBehavior.AddBindingParameters(
        ServiceDescription serviceDescription,
        ServiceHostBase serviceHostBase,
        Collection<ServiceEndpoint> endpoints,
        BindingParameterCollection bindingParameters)
    {
    }

    void IServiceBehavior.ApplyDispatchBehavior(ServiceDescription serviceDescription, ServiceHostBase serviceHostBase)
    {
    }

    void IServiceBehavior.Validate(ServiceDescription serviceDescription, ServiceHostBase serviceHostBase)
    {
    }
}
