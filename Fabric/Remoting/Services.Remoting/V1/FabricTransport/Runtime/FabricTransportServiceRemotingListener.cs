using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;
using RemotingV2 = Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;

namespace Microsoft.ServiceFabric.Services.Remoting.V1.FabricTransport.Runtime;

/// <summary>
/// The name that services written for .NET Framework use; the same listener as V2's. Service Fabric's packages lack it
/// on modern .NET, so new services use V2's.
/// </summary>
[Obsolete("Service Remoting V1 is deprecated. Please use Service Remoting V2 instead. Please refer to the release "
    + "notes for more details: https://github.com/microsoft/service-fabric/blob/master/release_notes/"
    + "Deprecated/RemotingV1.md")]
public class FabricTransportServiceRemotingListener : IServiceRemotingListener
{
    private readonly RemotingV2.FabricTransportServiceRemotingListener _listener;

    /// <summary>Initializes a listener with the default settings.</summary>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="serviceImplementation">The service, which implements one remote interface at least.</param>
    /// <exception cref="ArgumentException">The service implements no remote interface, or one with a method that cannot
    /// be called remotely.</exception>
    /// <exception cref="ArgumentNullException">A parameter is null.</exception>
    public FabricTransportServiceRemotingListener(ServiceContext serviceContext, IService serviceImplementation) =>
        _listener = new(serviceContext, serviceImplementation);

    /// <summary>Initializes a listener with given settings.</summary>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="serviceImplementation">The service, which implements one remote interface at least.</param>
    /// <param name="listenerSettings">The settings; null for the defaults.</param>
    /// <exception cref="ArgumentException">The service implements no remote interface, or one with a method that cannot
    /// be called remotely.</exception>
    /// <exception cref="ArgumentNullException">The context or the service is null.</exception>
    public FabricTransportServiceRemotingListener(
        ServiceContext serviceContext,
        IService serviceImplementation,
        FabricTransportRemotingListenerSettings listenerSettings) =>
        _listener = new(serviceContext, serviceImplementation, listenerSettings);

    Task<string> ICommunicationListener.OpenAsync(CancellationToken cancellationToken) =>
        _listener.OpenAsync(cancellationToken);

    Task ICommunicationListener.CloseAsync(CancellationToken cancellationToken) =>
        _listener.CloseAsync(cancellationToken);

    void ICommunicationListener.Abort() => _listener.Abort();
}
