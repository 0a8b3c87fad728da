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

/// <summary>Hosts a contract at an address of the service's own.</summary>
/// <remarks>Without a binding it is <see cref="WcfUtility.CreateTcpListenerBinding"/>; without an endpoint resource's
/// name it is the contract's: ILoadDriver listens at LoadDriverServiceEndpoint, or at a free port if the manifest has
/// no such endpoint. An object is called by many threads at once (Single, Multiple).</remarks>
public class WcfCommunicationListener<TServiceContract> : ICommunicationListener
{
    private readonly ServiceEndpoint _endpoint;
    private readonly string _publishHost;

    public WcfCommunicationListener(ServiceContext serviceContext, TServiceContract wcfServiceObject)
        : this(serviceContext, wcfServiceObject, null, (string)null)
    {
    }

    public WcfCommunicationListener(
        ServiceContext serviceContext,
        TServiceContract wcfServiceObject,
        Binding listenerBinding = null,
        EndpointAddress address = null)
        : this(serviceContext, new ServiceHost(wcfServiceObject), listenerBinding, address, null)
    {
    }

    public WcfCommunicationListener(
        ServiceContext serviceContext,
        TServiceContract wcfServiceObject,
        Binding listenerBinding = null,
        string endpointResourceName = null)
        : this(serviceContext, new ServiceHost(wcfServiceObject), listenerBinding, null, endpointResourceName)
    {
    }

    public WcfCommunicationListener(
        ServiceContext serviceContext,
        Type wcfServiceType,
        Binding listenerBinding = null,
        EndpointAddress address = null)
        : this(serviceContext, new ServiceHost(wcfServiceType), listenerBinding, address, null)
    {
    }

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
