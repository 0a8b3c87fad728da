using System.Collections.ObjectModel;
using System.Linq;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Hosting;
using SfPerf.ServiceModel.Threading;

namespace System.ServiceModel;

/// <summary>Hosts one service at its endpoints.</summary>
/// <remarks>Opening takes the addresses, runs the behaviors and then begins to accept. Endpoints of one TCP port share
/// a listener, also across the hosts of a process; their paths tell them apart, without regard to case. Unlike in WCF,
/// an endpoint is never added by default: a host without one cannot be opened.</remarks>
public abstract class ServiceHostBase : CommunicationObject, IDisposable
{
    private readonly HostedService _service;

    private protected ServiceHostBase(Type serviceType, object? singleton, Uri[] baseAddresses)
    {
        ArgumentNullException.ThrowIfNull(baseAddresses);
        BaseAddresses = new(baseAddresses);
        Description = new(serviceType);
        var behavior = serviceType.GetCustomAttributes(typeof(ServiceBehaviorAttribute), inherit: true)
            .Cast<ServiceBehaviorAttribute>().FirstOrDefault() ?? new ServiceBehaviorAttribute();
        Description.Behaviors.Add(behavior);
        Description.Name = behavior.Name ?? serviceType.Name;
        Description.Namespace = behavior.Namespace ?? Description.Namespace;
        foreach (var own in serviceType.GetCustomAttributes(inherit: true).OfType<IServiceBehavior>())
        {
            if (own is not ServiceBehaviorAttribute)
                Description.Behaviors.Add(own);
        }

        if (singleton is IServiceBehavior itself)
            Description.Behaviors.Add(itself);
        _service = new(this, singleton);
    }

    /// <summary>Gets the addresses that relative addresses of endpoints are resolved against, at most the first of each
    /// scheme.</summary>
    public ReadOnlyCollection<Uri> BaseAddresses { get; }

    /// <summary>Gets the dispatchers of the service, one for each endpoint. They are added while the host
    /// opens.</summary>
    public Collection<ChannelDispatcherBase> ChannelDispatchers { get; } = [];

    /// <summary>Gets or sets how long <c>Close</c> without a timeout waits for the sessions that are open.</summary>
    /// <value>10 seconds unless set. Not checked before the host closes.</value>
    /// <remarks>Closing stops accepting and ends each session from the service's side once its running operations are
    /// answered. Sessions whose clients have not ended them, and calls that still run, are cut when the time has
    /// passed; <c>Close</c> does not throw for that.</remarks>
    public TimeSpan CloseTimeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>Gets the type, the endpoints and the behaviors of the service. Changes after the host has opened have
    /// no effect.</summary>
    public ServiceDescription Description { get; }

    /// <summary>Gets or sets the timeout of <c>Open</c> without one.</summary>
    /// <value>1 minute unless set. A negative value makes <c>Open</c> throw; the time itself is not enforced, as
    /// opening waits for no other process.</value>
    public TimeSpan OpenTimeout { get; set; } = TimeSpan.FromMinutes(1);

    /// <summary>Gets <see cref="CloseTimeout"/>.</summary>
    protected override TimeSpan DefaultCloseTimeout => CloseTimeout;

    /// <summary>Gets <see cref="OpenTimeout"/>.</summary>
    protected override TimeSpan DefaultOpenTimeout => OpenTimeout;

    void IDisposable.Dispose() => Close();

    /// <summary>Adds an endpoint. Its binding, contract and behaviors are read when the host opens.</summary>
    /// <param name="endpoint">An endpoint with a binding and an address.</param>
    /// <exception cref="ArgumentNullException">The endpoint is null.</exception>
    /// <exception cref="ArgumentException">The endpoint has no binding or no address.</exception>
    /// <exception cref="InvalidOperationException">The host is opening or open.</exception>
    public virtual void AddServiceEndpoint(ServiceEndpoint endpoint)
    {
        ArgumentNullException.ThrowIfNull(endpoint);
        ThrowIfImmutable();
        if (endpoint.Binding is null || endpoint.Address is null)
            throw new ArgumentException("The endpoint needs a binding and an address.", nameof(endpoint));
        Description.Endpoints.Add(endpoint);
    }

    internal Uri Resolve(Binding binding, Uri address)
    {
        if (address.IsAbsoluteUri)
        {
            return address.Scheme == binding.Scheme ? address : throw new ArgumentException(
                $"The address '{address}' does not fit the binding's scheme '{binding.Scheme}'.", nameof(address));
        }

        var root = BaseAddresses.FirstOrDefault(b => b.Scheme == binding.Scheme)
            ?? throw new InvalidOperationException(
                $"There is no base address of scheme '{binding.Scheme}' for the relative address '{address}'.");
        var rest = address.OriginalString.TrimStart('/');
        return rest.Length == 0 ? root : new Uri(root.OriginalString.TrimEnd('/') + "/" + rest);
    }

    private protected override async Task OnOpenAsync(TimeSpan timeout)
    {
        try
        {
            await _service.OpenAsync().ConfigureAwait(false);
        }
        catch
        {
            _service.Abort();
            throw;
        }
    }

    private protected override async Task OnCloseAsync(TimeSpan timeout)
    {
        using var limit = new Deadline(timeout, TimeProvider.System).ToSource();
        await _service.CloseAsync(limit.Token).ConfigureAwait(false);
    }

    /// <summary>Stops accepting and cuts all connections of the service's endpoints. Operations that run are not
    /// stopped.</summary>
    protected override void OnAbort() => _service.Abort();
}
