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

    public ReadOnlyCollection<Uri> BaseAddresses { get; }

    public Collection<ChannelDispatcherBase> ChannelDispatchers { get; } = [];

    public TimeSpan CloseTimeout { get; set; } = TimeSpan.FromSeconds(10);

    public ServiceDescription Description { get; }

    public TimeSpan OpenTimeout { get; set; } = TimeSpan.FromMinutes(1);

    protected override TimeSpan DefaultCloseTimeout => CloseTimeout;

    protected override TimeSpan DefaultOpenTimeout => OpenTimeout;

    void IDisposable.Dispose() => Close();

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

    protected override void OnAbort() => _service.Abort();
}
