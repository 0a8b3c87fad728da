using System;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;

namespace Microsoft.ServiceFabric.Services.Communication.Wcf.Runtime;

/// <summary>Keeps a session whose operation threw: the fault tells the client, and its other calls go on.</summary>
internal sealed class KeepSessionBehavior : IEndpointBehavior, IErrorHandler
{
    public void AddBindingParameters(ServiceEndpoint endpoint, BindingParameterCollection bindingParameters)
    {
    }

    public void ApplyClientBehavior(ServiceEndpoint endpoint, ClientRuntime clientRuntime)
    {
    }

    public void ApplyDispatchBehavior(ServiceEndpoint endpoint, EndpointDispatcher endpointDispatcher) =>
        endpointDispatcher.ChannelDispatcher.ErrorHandlers.Add(this);

    public void Validate(ServiceEndpoint endpoint)
    {
    }

    public bool HandleError(Exception error) => true;

    public void ProvideFault(Exception error, MessageVersion version, ref Message fault)
    {
    }
}
