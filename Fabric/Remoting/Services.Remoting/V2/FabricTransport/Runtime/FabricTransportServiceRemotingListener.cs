using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;

/// <summary>
/// Makes the remote interfaces of a service callable at an endpoint of its manifest. Listeners of a process that have
/// the same port share its socket.
/// </summary>
/// <remarks>
/// Methods of the service are called by many threads at once, on the thread pool unless the process says otherwise.
/// </remarks>
public class FabricTransportServiceRemotingListener : IServiceRemotingListener
{
    private readonly ServiceContext _context;
    private readonly FabricTransportRemotingListenerSettings _settings;
    private readonly ServiceRoute _route;
    private readonly string _path;
    private SharedListener? _listener;

    /// <summary>Initializes a listener that calls a service directly.</summary>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="serviceImplementation">The service, which implements one remote interface at least.</param>
    /// <param name="remotingListenerSettings">The settings; null for the defaults.</param>
    /// <param name="serializationProvider">Null.</param>
    /// <param name="exceptionConvertors">Asked in this order how an exception travels, before what remoting does by
    /// itself; null for none.</param>
    /// <exception cref="ArgumentException">The service implements no remote interface, or one with a method that cannot
    /// be called remotely.</exception>
    /// <exception cref="ArgumentNullException">The context or the service is null.</exception>
    /// <exception cref="NotSupportedException">There is a serialization provider.</exception>
    public FabricTransportServiceRemotingListener(
        ServiceContext serviceContext,
        IService serviceImplementation,
        FabricTransportRemotingListenerSettings? remotingListenerSettings = null,
        IServiceRemotingMessageSerializationProvider? serializationProvider = null,
        IEnumerable<IExceptionConvertor>? exceptionConvertors = null)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        ArgumentNullException.ThrowIfNull(serviceImplementation);
        Refuse(serializationProvider);
        (_context, _settings) = (serviceContext, remotingListenerSettings ?? new());
        _path = PathOf(serviceContext);
        _route = new(MethodsOf(serviceImplementation), exceptionConvertors?.ToArray());
    }

    /// <summary>Initializes a listener that hands each call to a message handler.</summary>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="serviceRemotingMessageHandler">Takes the calls of the interfaces that a
    /// <see cref="ServiceRemotingMessageDispatcher"/> of this process serves.</param>
    /// <param name="remotingListenerSettings">The settings; null for the defaults.</param>
    /// <param name="serializationProvider">Null.</param>
    /// <param name="exceptionConvertors">Asked in this order how an exception travels, before what remoting does by
    /// itself; null for none.</param>
    /// <exception cref="ArgumentNullException">The context or the handler is null.</exception>
    /// <exception cref="NotSupportedException">There is a serialization provider.</exception>
    public FabricTransportServiceRemotingListener(
        ServiceContext serviceContext,
        IServiceRemotingMessageHandler serviceRemotingMessageHandler,
        FabricTransportRemotingListenerSettings? remotingListenerSettings = null,
        IServiceRemotingMessageSerializationProvider? serializationProvider = null,
        IEnumerable<IExceptionConvertor>? exceptionConvertors = null)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        ArgumentNullException.ThrowIfNull(serviceRemotingMessageHandler);
        Refuse(serializationProvider);
        (_context, _settings) = (serviceContext, remotingListenerSettings ?? new());
        _path = PathOf(serviceContext);
        _route = new([], exceptionConvertors?.ToArray(), serviceRemotingMessageHandler);
    }

    internal FabricTransportServiceRemotingListener(
        ServiceContext serviceContext, ServiceRoute route, FabricTransportRemotingListenerSettings settings)
    {
        (_context, _settings, _route) = (serviceContext, settings, route);
        _path = PathOf(serviceContext);
    }

    /// <exception cref="ArgumentException">
    /// The service implements no remote interface, or one with a bad method.
    /// </exception>
    internal static IEnumerable<ServiceMethod> MethodsOf(IService serviceImplementation) =>
        ContractsOf(serviceImplementation).SelectMany(MethodTable.Of).Distinct()
            .Select(m => ServiceMethodFactory.Create(m, serviceImplementation));

    /// <summary>Gets the remote interfaces of a service.</summary>
    /// <exception cref="ArgumentException">The service implements no remote interface.</exception>
    internal static Type[] ContractsOf(IService serviceImplementation)
    {
        ArgumentNullException.ThrowIfNull(serviceImplementation);
        var contracts = serviceImplementation.GetType().GetInterfaces()
            .Where(i => i != typeof(IService) && i.IsAssignableTo(typeof(IService))).ToArray();
        if (contracts.Length == 0)
        {
            throw new ArgumentException(
                $"'{serviceImplementation.GetType()}' implements no interface that derives from IService.");
        }

        return contracts;
    }

    /// <summary>
    /// Starts to listen at the port of the endpoint, or at any free port if the manifest has no such endpoint.
    /// </summary>
    /// <param name="cancellationToken">Not used.</param>
    /// <returns>The address to publish: host:port+path, what proxies need.</returns>
    public Task<string> OpenAsync(CancellationToken cancellationToken)
    {
        var endpoint = _context.CodePackageActivationContext.GetEndpoints().FirstOrDefault(
            e => e.Name == _settings.EndpointResourceName);
        // As in Service Fabric's remoting: an endpoint that the manifest does not name gets any free port.
        var address = new IPEndPoint(IPAddress.Parse(ListenAddress()), endpoint?.Port ?? 0);
        _listener = SharedListener.Add(address, _path, _route, _settings.MaxMessageSize, (int)_settings.MaxQueueSize);
        return Task.FromResult($"{_listener.Address}+{_path}");
    }

    /// <summary>
    /// Stops to take calls. Calls under way still answer as long as other listeners keep the socket open.
    /// </summary>
    /// <param name="cancellationToken">Not used.</param>
    /// <returns>A task that ends when no call is taken any more. A listener that is not open is no error.</returns>
    public async Task CloseAsync(CancellationToken cancellationToken)
    {
        if (Interlocked.Exchange(ref _listener, null) is { } listener)
            await listener.RemoveAsync(_path).ConfigureAwait(false);
    }

    /// <summary>Stops to take calls, as <see cref="CloseAsync"/> does, without waiting.</summary>
    public void Abort() => _ = CloseAsync(CancellationToken.None);

    private static void Refuse(IServiceRemotingMessageSerializationProvider? serializationProvider)
    {
        if (serializationProvider is not null)
            throw new NotSupportedException("A serialization provider is not supported; allowed: null.");
    }

    private static string PathOf(ServiceContext context) =>
        $"{context.PartitionId:D}-{context.ReplicaOrInstanceId}-{Guid.NewGuid():N}";

    private string ListenAddress()
    {
        var address = _context.ListenAddress;
        return address is null or "localhost" or "" ? "127.0.0.1" : address;
    }
}
