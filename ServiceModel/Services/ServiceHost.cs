using System.ServiceModel.Channels;
using System.ServiceModel.Description;

namespace System.ServiceModel;

/// <summary>Hosts a service type, or one object of it.</summary>
/// <remarks><c>Open</c> throws <see cref="InvalidOperationException"/> for a service without endpoints and for a
/// contract that does not fit its binding, <see cref="NotSupportedException"/> for what this library does not have
/// (such as security other than None), <see cref="AddressAlreadyInUseException"/> when somebody else listens at an
/// address, and <see cref="AddressAccessDeniedException"/> when the process may not listen there. A host that failed to
/// open has given its addresses back; create another to retry. <c>Dispose</c> closes the host.</remarks>
public class ServiceHost : ServiceHostBase
{
    /// <summary>Creates a host of a type. The host creates the instances, as
    /// <see cref="ServiceBehaviorAttribute.InstanceContextMode"/> says, by a constructor without parameters, which need
    /// not be public; it disposes those that are <see cref="IDisposable"/>.</summary>
    /// <param name="serviceType">A class that is not abstract.</param>
    /// <param name="baseAddresses">Absolute addresses that relative addresses of endpoints are resolved
    /// against.</param>
    /// <exception cref="ArgumentNullException">The type or the array is null.</exception>
    /// <exception cref="ArgumentException">The type is no class, or is abstract.</exception>
    public ServiceHost(Type serviceType, params Uri[] baseAddresses)
        : base(serviceType ?? throw new ArgumentNullException(nameof(serviceType)), null, baseAddresses)
    {
        if (!serviceType.IsClass || serviceType.IsAbstract)
            throw new ArgumentException($"{serviceType} is no concrete class.", nameof(serviceType));
    }

    /// <summary>Creates a host of one object, which serves all calls. The object remains its creator's: the host does
    /// not dispose it.</summary>
    /// <param name="singletonInstance">An object whose type has <see cref="InstanceContextMode.Single"/>; else
    /// <c>Open</c> throws <see cref="InvalidOperationException"/>. If it implements <c>IServiceBehavior</c>, it is a
    /// behavior of the service.</param>
    /// <param name="baseAddresses">Absolute addresses that relative addresses of endpoints are resolved
    /// against.</param>
    /// <exception cref="ArgumentNullException">The object or the array is null.</exception>
    public ServiceHost(object singletonInstance, params Uri[] baseAddresses)
        : base(
            (singletonInstance ?? throw new ArgumentNullException(nameof(singletonInstance))).GetType(),
            singletonInstance,
            baseAddresses) => SingletonInstance = singletonInstance;

    /// <summary>Gets the object that was given to the host; null for a host of a type.</summary>
    public object? SingletonInstance { get; }

    /// <summary>Adds an endpoint that listens at its address.</summary>
    /// <inheritdoc cref="AddServiceEndpoint(Type, Binding, Uri, Uri)"/>
    public ServiceEndpoint AddServiceEndpoint(Type implementedContract, Binding binding, string address) =>
        AddServiceEndpoint(implementedContract, binding, address, null!);

    /// <summary>Adds an endpoint that may listen at another address.</summary>
    /// <inheritdoc cref="AddServiceEndpoint(Type, Binding, Uri, Uri)"/>
    public ServiceEndpoint AddServiceEndpoint(
        Type implementedContract, Binding binding, string address, Uri listenUri) =>
        AddServiceEndpoint(
            implementedContract,
            binding,
            ToUri(address ?? throw new ArgumentNullException(nameof(address))),
            listenUri);

    /// <summary>Adds an endpoint that listens at its address.</summary>
    /// <inheritdoc cref="AddServiceEndpoint(Type, Binding, Uri, Uri)"/>
    public ServiceEndpoint AddServiceEndpoint(Type implementedContract, Binding binding, Uri address) =>
        AddServiceEndpoint(implementedContract, binding, address, null!);

    /// <summary>Adds an endpoint that may listen at another address.</summary>
    /// <param name="implementedContract">A contract that the service implements.</param>
    /// <param name="binding">How clients talk to the endpoint.</param>
    /// <param name="address">What clients call: an absolute address of the binding's scheme, or one relative to the
    /// base address of that scheme. Port 0 lets the system choose; the listener's <c>Uri</c> then has the real
    /// port.</param>
    /// <param name="listenUri">Where to listen; null for the address itself.</param>
    /// <returns>The endpoint, for behaviors and settings that are read when the host opens.</returns>
    /// <exception cref="ArgumentNullException">The contract, the binding or the address is null.</exception>
    /// <exception cref="ArgumentException">The address has another scheme than the binding.</exception>
    /// <exception cref="InvalidOperationException">The type is no contract or the service does not implement it; there
    /// is no base address for a relative address; or the host is opening or open.</exception>
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
