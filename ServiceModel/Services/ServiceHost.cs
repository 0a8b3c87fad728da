using System.ServiceModel.Channels;
using System.ServiceModel.Description;

namespace System.ServiceModel;

/// <summary>Hosts a service type, or one object of it.</summary>
public class ServiceHost : ServiceHostBase
{
    public ServiceHost(Type serviceType, params Uri[] baseAddresses)
        : base(serviceType ?? throw new ArgumentNullException(nameof(serviceType)), null, baseAddresses)
    {
        if (!serviceType.IsClass || serviceType.IsAbstract)
            throw new ArgumentException($"{serviceType} is no concrete class.", nameof(serviceType));
    }

    public ServiceHost(object singletonInstance, params Uri[] baseAddresses)
        : base(
            (singletonInstance ?? throw new ArgumentNullException(nameof(singletonInstance))).GetType(),
            singletonInstance,
            baseAddresses) => SingletonInstance = singletonInstance;

    public object? SingletonInstance { get; }

    public ServiceEndpoint AddServiceEndpoint(Type implementedContract, Binding binding, string address) =>
        AddServiceEndpoint(implementedContract, binding, address, null!);

    public ServiceEndpoint AddServiceEndpoint(
        Type implementedContract, Binding binding, string address, Uri listenUri) =>
        AddServiceEndpoint(
            implementedContract,
            binding,
            ToUri(address ?? throw new ArgumentNullException(nameof(address))),
            listenUri);

    public ServiceEndpoint AddServiceEndpoint(Type implementedContract, Binding binding, Uri address) =>
        AddServiceEndpoint(implementedContract, binding, address, null!);

    public ServiceEndpoint AddServiceEndpoint(Type implementedContract, Binding binding, Uri address, Uri listenUri)
    {
        ArgumentNullException.ThrowIfNull(implementedContract);
        ArgumentNullException.ThrowIfNull(binding);
        ArgumentNullException.ThrowIfNull(address);
        var contract = ContractDescription.GetContract(implementedContract, Description.ServiceType);
        var endpoint = new ServiceEndpoint(contract, binding, new EndpointAddress(Resolve(binding, address)));
        if (listenUri is not null)
            endpoint.ListenUri = Resolve(binding, listenUri);
        AddServiceEndpoint(endpoint);
        return endpoint;
    }

    // Where paths begin with a slash, the base library takes one for a file's address.
    private static Uri ToUri(string address) =>
        new(address, address.StartsWith('/') ? UriKind.Relative : UriKind.RelativeOrAbsolute);
}
