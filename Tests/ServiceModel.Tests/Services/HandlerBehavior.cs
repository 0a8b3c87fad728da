using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;

namespace SfPerf.ServiceModel.Tests.Services;

internal sealed class HandlerBehavior(IErrorHandler handler) : IEndpointBehavior
{
    public void AddBindingParameters(ServiceEndpoint endpoint, BindingParameterCollection bindingParameters)
    {
    }

    public void ApplyClientBehavior(ServiceEndpoint endpoint, ClientRuntime clientRuntime)
    {
    }

    public void ApplyDispatchBehavior(ServiceEndpoint endpoint, EndpointDispatcher endpointDispatcher) =>
        endpointDispatcher.ChannelDispatcher.ErrorHandlers.Add(handler);

    public void Validate(ServiceEndpoint endpoint)
    {
    }
}
