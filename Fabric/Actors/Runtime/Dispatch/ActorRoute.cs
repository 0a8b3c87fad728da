using System.Linq;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;
using SfPerf.Fabric.Actors.Runtime.Events;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Runtime.Dispatch;

/// <summary>
/// Finds everything of an actor service that can be called: its actors, their events and the service itself.
/// </summary>
internal static class ActorRoute
{
    /// <exception cref="System.ArgumentException">An interface of the service has a method that cannot be remote.
    /// </exception>
    internal static ServiceRoute Of(ActorService service) => new(
        service.ActorTypeInformation.InterfaceTypes.SelectMany(MethodTable.Of).Distinct()
            .Select(m => ActorMethodFactory.Create(m, service))
            .Concat(SubscriptionMethods.Of(service))
            .Concat(FabricTransportServiceRemotingListener.MethodsOf(service)));
}
