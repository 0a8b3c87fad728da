using System.Collections.Generic;
using System.Net.Http;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace System.ServiceModel;

/// <summary>Creates channels to one endpoint and keeps the connections between them.</summary>
/// <remarks>Several threads may use a factory at once. Create one factory for each endpoint and keep it: contract,
/// binding and connections are then prepared once. With net.tcp and net.pipe the factory keeps unused connections (10
/// unless set, for 2 minutes; with net.tcp until they are 5 minutes old); over http its channels share the connections
/// of one client, without proxy, cookies and redirects. <c>Dispose</c> closes the factory and throws what <c>Close</c>
/// throws. There is no configuration file, and there are no client credentials.</remarks>
public abstract class ChannelFactory : CommunicationObject, IDisposable
{
    private readonly Lock _gate = new();
    private readonly HashSet<ServiceChannel> _channels = [];
    private WireSettings? _settings;
    private ConnectionPool? _pool;
    private HttpMessageInvoker? _http;
    private ClientInspection? _inspection;
    private SynchronizationContext? _context;

    private protected ChannelFactory(ServiceEndpoint endpoint) => Endpoint = endpoint;

    /// <summary>Gets the endpoint that the channels call. Changes after the factory has opened have no effect on
    /// binding, contract and behaviors.</summary>
    public ServiceEndpoint Endpoint { get; }

    internal TimeSpan OpenTimeout => DefaultOpenTimeout;

    internal TimeSpan CloseTimeout => DefaultCloseTimeout;

    internal int ConnectionsMade => _pool?.Made ?? 0;

    /// <summary>Gets the limit of <c>Close</c> without a timeout: the binding's <c>CloseTimeout</c>, for the close of
    /// all channels together.</summary>
    protected override TimeSpan DefaultCloseTimeout => Endpoint.Binding?.CloseTimeout ?? TimeSpan.FromMinutes(1);

    /// <summary>Gets the timeout of <c>Open</c> without one: the binding's. Opening a factory connects to nothing and
    /// does not apply it.</summary>
    protected override TimeSpan DefaultOpenTimeout => Endpoint.Binding?.OpenTimeout ?? TimeSpan.FromMinutes(1);

    void IDisposable.Dispose() => Close();

    internal ServiceChannel MakeChannel(
        EndpointAddress? address, Uri? via, InstanceContext? callback, bool closeFactory)
    {
        address ??= Endpoint.Address ?? throw new InvalidOperationException(
            "A channel needs an address: give one to the factory or to CreateChannel.");
        via ??= address.Uri;
        if (Endpoint.Binding is { } binding && via.Scheme != binding.Scheme)
        {
            throw new ArgumentException(
                $"The provided URI scheme '{via.Scheme}' is invalid; expected '{binding.Scheme}'.", nameof(via));
        }

        if (State == CommunicationState.Created)
            EnsureOpened();
        ThrowIfNotOpened();
        var contract = Endpoint.Contract;
        var callbacks = callback?.MakeHandler(contract, _settings!, _context);
        var transport = MakeTransport(via, callbacks);
        var channel = new ServiceChannel(
            new()
            {
                Contract = contract,
                Remote = address,
                Via = via,
                OpenTimeout = _settings!.OpenTimeout,
                CloseTimeout = _settings.CloseTimeout,
                SendTimeout = _settings.SendTimeout,
                CallbackInstance = callback,
                Version = _settings.Version,
                MessageBytesMax = _settings.MessageBytesMax,
                Inspection = _inspection,
            },
            transport,
            TimeProvider.System);
        if (callbacks is not null)
            callbacks.ClientChannel = channel;
        Track(channel, closeFactory);
        return channel;
    }

    private protected override Task OnOpenAsync(TimeSpan timeout)
    {
        // Callbacks run where the factory was opened, unless their object says otherwise.
        _context = SynchronizationContext.Current;
        _settings = WireSettings.Of(Endpoint.Binding ?? throw new InvalidOperationException(
            "The factory needs a binding."));
        _settings.Check(Endpoint.Contract);
        if (_settings.Transport is ConnectionOrientedTransportBindingElement transport)
            _pool = new(transport.Pool, TimeProvider.System);
        else
            _http = new(new SocketsHttpHandler { UseProxy = false, UseCookies = false, AllowAutoRedirect = false });
        if (EndpointBehaviors.Any(Endpoint))
            _inspection = ClientInspection.Of(EndpointBehaviors.ApplyClient(Endpoint));

        return Task.CompletedTask;
    }

    private protected override async Task OnCloseAsync(TimeSpan timeout)
    {
        var deadline = new Deadline(timeout, TimeProvider.System);
        foreach (var channel in TakeChannels())
        {
            if (channel.State == CommunicationState.Faulted)
            {
                channel.Abort();
                continue;
            }

            await channel.CloseAsync(deadline.Left).ConfigureAwait(false);
        }

        _pool?.Close();
        _http?.Dispose();
    }

    /// <summary>Aborts the channels of the factory and closes the kept connections.</summary>
    protected override void OnAbort()
    {
        foreach (var channel in TakeChannels())
            channel.Abort();
        _pool?.Close();
        _http?.Dispose();
    }

    private ClientTransport MakeTransport(Uri via, SessionDispatcher? callbacks)
    {
        var settings = _settings!;
        if (_http is not null)
            return new HttpTransport(_http, via, settings);
        if (settings.IsStreamed)
            return new StreamedTransport(_pool!, via, settings, TimeProvider.System);
        return new SessionTransport(_pool!, via, settings, callbacks, TimeProvider.System);
    }

    private void EnsureOpened()
    {
        lock (_gate)
        {
            if (State == CommunicationState.Created)
                Open();
        }
    }

    private void Track(ServiceChannel channel, bool closeFactory)
    {
        lock (_gate)
            _channels.Add(channel);
        channel.Closed += (_, _) =>
        {
            lock (_gate)
                _channels.Remove(channel);
            if (closeFactory)
                Abort();
        };
    }

    private ServiceChannel[] TakeChannels()
    {
        lock (_gate)
        {
            ServiceChannel[] channels = [.. _channels];
            _channels.Clear();
            return channels;
        }
    }
}
