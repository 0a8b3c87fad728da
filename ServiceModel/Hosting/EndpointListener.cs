using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>Represents one endpoint at its listener, which several endpoints may share.</summary>
internal sealed class EndpointListener : CommunicationObject, IChannelListener
{
    private readonly ServiceEndpoint _endpoint;
    private TransportListener? _listener;
    private HttpContentType? _lastType;

    internal EndpointListener(ServiceEndpoint endpoint, WireSettings settings, AsyncGate sessions)
    {
        _endpoint = endpoint;
        Settings = settings;
        SessionThrottle = sessions;
        Uri = endpoint.ListenUri!;
    }

    private protected override string Me => $"The listener at {Uri}";

    public Uri Uri { get; private set; }

    internal WireSettings Settings { get; }

    internal AsyncGate SessionThrottle { get; }

    internal DispatchEngine? Engine { get; set; }

    /// <summary>Gets the path the endpoint is found by, in whichever case.</summary>
    internal string Path { get; private set; } = "";

    protected override TimeSpan DefaultCloseTimeout => Settings.CloseTimeout;

    protected override TimeSpan DefaultOpenTimeout => Settings.OpenTimeout;

    internal static string PathOf(Uri uri) => uri.AbsolutePath.TrimEnd('/');

    /// <summary>Reads a request's content type; null when it is not the binding's. Clients send the same one again.
    /// </summary>
    internal HttpContentType? TypeOf(string? text)
    {
        if (_lastType is { } last && last.Text == text)
            return last;
        return HttpContentType.Parse(text, Settings) is { } type ? _lastType = type : null;
    }

    /// <summary>Takes the address; nothing is accepted before the listener opens.</summary>
    /// <exception cref="AddressAlreadyInUseException">Somebody else has it.</exception>
    internal async Task BindAsync()
    {
        if (_endpoint.ListenUriMode == ListenUriMode.Unique)
            Uri = new(Uri.OriginalString.TrimEnd('/') + "/" + Guid.NewGuid());
        Path = PathOf(Uri);
        _listener = await TransportListener.JoinAsync(this).ConfigureAwait(false);
        if (_listener.Port is { } port)
            Uri = new UriBuilder(Uri) { Port = port }.Uri;
    }

    /// <summary>Takes no more sessions, lets those there are end, and cuts them when the limit passes.</summary>
    internal async Task StopAsync(CancellationToken limit)
    {
        if (_listener is not null)
            await _listener.RemoveAsync(this, limit).ConfigureAwait(false);
        await CloseAsync(TimeSpan.Zero).ConfigureAwait(false);
    }

    private protected override Task OnOpenAsync(TimeSpan timeout)
    {
        _listener!.Start();
        return Task.CompletedTask;
    }

    private protected override Task OnCloseAsync(TimeSpan timeout) => Task.CompletedTask;

    protected override void OnAbort() => _listener?.Abort(this);
}
