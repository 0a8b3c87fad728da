#nullable disable

using System;
using System.Fabric;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using SfPerf.Fabric.Wcf.Runtime;

namespace Microsoft.ServiceFabric.Services.Communication.Wcf.Runtime;

/// <summary>
/// Hosts a WCF service at an address of its own and publishes that address as the replica's or instance's.
/// </summary>
/// <typeparam name="TServiceContract">The service contract.</typeparam>
/// <remarks>
/// <para>The address is that of the node, with the port of an endpoint of the service manifest or any free port, and a
/// path that no other listener has. Without a binding the listener has that of
/// <see cref="WcfUtility.CreateTcpListenerBinding"/>. The endpoint is the one that is named, else the one that the
/// contract's name gives: that of ILoadDriver is LoadDriverServiceEndpoint.</para>
/// <para>An object is called by many threads at once: it is hosted with InstanceContextMode.Single and
/// ConcurrencyMode.Multiple, whatever its attribute says. Of a type, the ServiceBehavior attribute decides. Faults
/// carry the details of exceptions, an exception of an operation does not end its session, and calls, instances and
/// sessions are not limited in number, unless the host has a ServiceThrottlingBehavior.</para>
/// <para>The runtime opens the host within the open timeout of the binding and closes it within the close timeout. A
/// host that has failed, or whose closing is cancelled before it began, is aborted.</para>
/// </remarks>
public class WcfCommunicationListener<TServiceContract> : ICommunicationListener
{
    private readonly ServiceEndpoint _endpoint;
    private readonly string _publishHost;

    /// <summary>
    /// Initializes a listener that hosts an object with the default binding, at the endpoint that the contract's name
    /// gives.
    /// </summary>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="wcfServiceObject">The object, which implements the contract.</param>
    /// <exception cref="ArgumentNullException">The context is null.</exception>
    public WcfCommunicationListener(ServiceContext serviceContext, TServiceContract wcfServiceObject)
        : this(serviceContext, wcfServiceObject, null, (string)null)
    {
    }

    /// <summary>Initializes a listener that hosts an object at a given address.</summary>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="wcfServiceObject">The object, which implements the contract.</param>
    /// <param name="listenerBinding">The binding; null for that of
    /// <see cref="WcfUtility.CreateTcpListenerBinding"/>.</param>
    /// <param name="address">The address, which is published as it is; null for one that the listener makes. A port of
    /// zero is any free port.</param>
    /// <exception cref="ArgumentNullException">The context is null.</exception>
    public WcfCommunicationListener(
        ServiceContext serviceContext,
        TServiceContract wcfServiceObject,
        Binding listenerBinding = null,
        EndpointAddress address = null)
        : this(serviceContext, new ServiceHost(wcfServiceObject), listenerBinding, address, null)
    {
    }

    /// <summary>Initializes a listener that hosts an object at the port of a named endpoint.</summary>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="wcfServiceObject">The object, which implements the contract.</param>
    /// <param name="listenerBinding">The binding; null for that of
    /// <see cref="WcfUtility.CreateTcpListenerBinding"/>.</param>
    /// <param name="endpointResourceName">The endpoint of the service manifest; null for the one that the contract's
    /// name gives, or any free port if there is none.</param>
    /// <exception cref="ArgumentNullException">The context is null.</exception>
    /// <exception cref="FabricElementNotFoundException">The manifest has no endpoint of the given name.</exception>
    public WcfCommunicationListener(
        ServiceContext serviceContext,
        TServiceContract wcfServiceObject,
        Binding listenerBinding = null,
        string endpointResourceName = null)
        : this(serviceContext, new ServiceHost(wcfServiceObject), listenerBinding, null, endpointResourceName)
    {
    }

    /// <summary>
    /// Initializes a listener that hosts a type, of which WCF makes the instances, at a given address.
    /// </summary>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="wcfServiceType">The class, which implements the contract.</param>
    /// <param name="listenerBinding">The binding; null for that of
    /// <see cref="WcfUtility.CreateTcpListenerBinding"/>.</param>
    /// <param name="address">The address, which is published as it is; null for one that the listener makes. A port of
    /// zero is any free port.</param>
    /// <exception cref="ArgumentNullException">The context is null.</exception>
    public WcfCommunicationListener(
        ServiceContext serviceContext,
        Type wcfServiceType,
        Binding listenerBinding = null,
        EndpointAddress address = null)
        : this(serviceContext, new ServiceHost(wcfServiceType), listenerBinding, address, null)
    {
    }

    /// <summary>
    /// Initializes a listener that hosts a type, of which WCF makes the instances, at the port of a named endpoint.
    /// </summary>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="wcfServiceType">The class, which implements the contract.</param>
    /// <param name="listenerBinding">The binding; null for that of
    /// <see cref="WcfUtility.CreateTcpListenerBinding"/>.</param>
    /// <param name="endpointResourceName">The endpoint of the service manifest; null for the one that the contract's
    /// name gives, or any free port if there is none.</param>
    /// <exception cref="ArgumentNullException">The context is null.</exception>
    /// <exception cref="FabricElementNotFoundException">The manifest has no endpoint of the given name.</exception>
    public WcfCommunicationListener(
        ServiceContext serviceContext,
        Type wcfServiceType,
        Binding listenerBinding = null,
        string endpointResourceName = null)
        : this(serviceContext, new ServiceHost(wcfServiceType), listenerBinding, null, endpointResourceName)
    {
    }

    private WcfCommunicationListener(
        ServiceContext serviceContext,
        ServiceHost host,
        Binding binding,
        EndpointAddress address,
        string endpointResourceName)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        binding ??= WcfUtility.CreateTcpListenerBinding();
        ServiceHost = host;
        WcfAdmission.Apply(isKnown: address is not null);
        _publishHost = address is null ? serviceContext.PublishAddress : null;
        address ??= new(ListenAddress(serviceContext, binding.Scheme, endpointResourceName));
        _endpoint = new(
            ContractDescription.GetContract(typeof(TServiceContract), host.Description.ServiceType), binding, address)
        {
            ListenUriMode = address.Uri.Port == 0 ? ListenUriMode.Unique : ListenUriMode.Explicit,
        };
        _endpoint.Behaviors.Add(new KeepSessionBehavior());
        ServiceHost.AddServiceEndpoint(_endpoint);
        Configure(host);
    }

    /// <summary>
    /// Gets the host of the service, to which a program may add behaviors before the listener is opened.
    /// </summary>
    public ServiceHost ServiceHost { get; }

    /// <summary>Listens and gives the address to publish.</summary>
    async Task<string> ICommunicationListener.OpenAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        await Task.Factory.FromAsync(
            (callback, state) => ServiceHost.BeginOpen(_endpoint.Binding.OpenTimeout, callback, state),
            ServiceHost.EndOpen,
            null).ConfigureAwait(false);
        var uri = ServiceHost.ChannelDispatchers.Single().Listener.Uri;
        return _publishHost is null ? uri.ToString() : new UriBuilder(uri) { Host = _publishHost }.Uri.ToString();
    }

    Task ICommunicationListener.CloseAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested || ServiceHost.State == CommunicationState.Faulted)
        {
            ServiceHost.Abort();
            return Task.CompletedTask;
        }

        return Task.Factory.FromAsync(
            (callback, state) => ServiceHost.BeginClose(_endpoint.Binding.CloseTimeout, callback, state),
            ServiceHost.EndClose,
            null);
    }

    void ICommunicationListener.Abort() => ServiceHost.Abort();

    private static void Configure(ServiceHost host)
    {
        var behaviors = host.Description.Behaviors;
        var service = behaviors.Find<ServiceBehaviorAttribute>();
        service.AddressFilterMode = AddressFilterMode.Any;
        if (host.SingletonInstance is not null)
        {
            service.InstanceContextMode = InstanceContextMode.Single;
            service.ConcurrencyMode = ConcurrencyMode.Multiple;
        }

        if (behaviors.Find<ServiceDebugBehavior>() is { } debug)
            debug.IncludeExceptionDetailInFaults = true;
        else
            behaviors.Add(new ServiceDebugBehavior { IncludeExceptionDetailInFaults = true });
        if (behaviors.Find<ServiceThrottlingBehavior>() is not null)
            return;
        behaviors.Add(new ServiceThrottlingBehavior
        {
            MaxConcurrentCalls = int.MaxValue,
            MaxConcurrentInstances = int.MaxValue,
            MaxConcurrentSessions = int.MaxValue,
        });
    }

    private static string ListenAddress(ServiceContext context, string scheme, string endpointResourceName)
    {
        var activation = context.CodePackageActivationContext;
        var port = 0;
        if (endpointResourceName is not null)
        {
            port = activation.GetEndpoint(endpointResourceName).Port;
        }
        else
        {
            var derived = EndpointName(typeof(TServiceContract).Name);
            var endpoints = activation.GetEndpoints();
            if (endpoints is not null && endpoints.Contains(derived))
                port = endpoints[derived].Port;
        }

        return $"{scheme}://{context.ListenAddress}:{port}/{Guid.NewGuid()}/"
            + $"{context.PartitionId}-{context.ReplicaOrInstanceId}";
    }

    private static string EndpointName(string contract)
    {
        var name = contract.EndsWith("Service", StringComparison.Ordinal) ? contract : contract + "Service";
        if (name.Length > 1 && name[0] == 'I' && char.IsUpper(name[1]))
            name = name[1..];
        return name + "Endpoint";
    }
}
