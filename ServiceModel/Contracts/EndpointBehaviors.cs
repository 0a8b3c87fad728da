using System.Linq;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Runs the behaviors of an endpoint, of its contract and of its operations.</summary>
internal static class EndpointBehaviors
{
    internal static bool Any(ServiceEndpoint endpoint) =>
        endpoint.Behaviors.Count > 0 || endpoint.Contract.HasBehaviors;

    /// <summary>Has all behaviors check their endpoint before anything is opened.</summary>
    internal static void Validate(ServiceEndpoint endpoint)
    {
        if (!Any(endpoint))
            return;
        var contract = endpoint.Contract;
        var parameters = new BindingParameterCollection();
        foreach (var behavior in contract.Behaviors)
        {
            behavior.Validate(contract, endpoint);
            behavior.AddBindingParameters(contract, endpoint, parameters);
        }

        foreach (var behavior in endpoint.Behaviors)
        {
            behavior.Validate(endpoint);
            behavior.AddBindingParameters(endpoint, parameters);
        }

        foreach (var operation in contract.Operations)
        {
            foreach (var behavior in operation.Behaviors)
            {
                behavior.Validate(operation);
                behavior.AddBindingParameters(operation, parameters);
            }
        }
    }

    internal static void ApplyDispatch(ServiceEndpoint endpoint, EndpointDispatcher dispatcher)
    {
        if (!Any(endpoint))
            return;
        var runtime = dispatcher.DispatchRuntime;
        foreach (var behavior in endpoint.Contract.Behaviors)
            behavior.ApplyDispatchBehavior(endpoint.Contract, endpoint, runtime);
        foreach (var behavior in endpoint.Behaviors)
            behavior.ApplyDispatchBehavior(endpoint, dispatcher);
        foreach (var operation in endpoint.Contract.Operations.Where(o => !o.IsCallback))
        {
            foreach (var behavior in operation.Behaviors)
                behavior.ApplyDispatchBehavior(operation, runtime.Operations[operation.Name]);
        }
    }

    /// <summary>Checks the endpoint and has the behaviors change a client's calls.</summary>
    internal static ClientRuntime ApplyClient(ServiceEndpoint endpoint)
    {
        Validate(endpoint);
        var runtime = new ClientRuntime(endpoint.Contract, endpoint.Address?.Uri);
        foreach (var behavior in endpoint.Contract.Behaviors)
            behavior.ApplyClientBehavior(endpoint.Contract, endpoint, runtime);
        foreach (var behavior in endpoint.Behaviors)
            behavior.ApplyClientBehavior(endpoint, runtime);
        foreach (var operation in endpoint.Contract.Operations.Where(o => !o.IsCallback))
        {
            foreach (var behavior in operation.Behaviors)
                behavior.ApplyClientBehavior(operation, runtime.Operations[operation.Name]);
        }

        return runtime;
    }
}
