using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.ServiceModel;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>Represents what a host runs while it is open: its endpoints' listeners and the limits they share.</summary>
internal sealed class HostedService(ServiceHostBase host, object? singleton)
{
    private readonly List<EndpointListener> _listeners = [];
    private InstanceContext? _single;

    /// <summary>Opens the endpoints. The synchronization context of the caller is the one operations run on.</summary>
    internal async Task OpenAsync()
    {
        var context = SynchronizationContext.Current;
        var description = host.Description;
        var service = Validate(description);
        var throttling = description.Behaviors.Find<ServiceThrottlingBehavior>() ?? new();
        var (calls, sessionlessCalls, sessions) = MakeThrottles(throttling, service.InstanceContextMode);
        if (service.InstanceContextMode == InstanceContextMode.Single)
            _single = new(host, singleton ?? NewInstance());
        var applied = new List<(ServiceEndpoint Endpoint, EndpointDispatcher Dispatcher)>();
        foreach (var endpoint in description.Endpoints)
        {
            AddBindingParameters(description, endpoint);
            var settings = WireSettings.Of(endpoint.Binding!);
            settings.Check(endpoint.Contract);
            var listener = new EndpointListener(endpoint, settings, sessions);
            _listeners.Add(listener);
            await listener.BindAsync().ConfigureAwait(false);
            var dispatcher = new ChannelDispatcher(host, listener, endpoint.Binding!.Name);
            var forEndpoint = new EndpointDispatcher(
                dispatcher, new(listener.Uri), description, endpoint.Contract);
            dispatcher.Endpoints.Add(forEndpoint);
            host.ChannelDispatchers.Add(dispatcher);
            listener.Engine = MakeEngine(
                endpoint, dispatcher, settings, service, settings.HasSessions ? calls : sessionlessCalls, context);
            applied.Add((endpoint, forEndpoint));
        }

        // Behaviors may read Listener.Uri, which carries the real port only now.
        foreach (var behavior in description.Behaviors)
            behavior.ApplyDispatchBehavior(description, host);
        foreach (var (endpoint, dispatcher) in applied)
        {
            EndpointBehaviors.ApplyDispatch(endpoint, dispatcher);
            _listeners.Single(l => l == dispatcher.ChannelDispatcher.Listener).Engine!.Inspect(
                dispatcher.DispatchRuntime);
        }

        foreach (var listener in _listeners)
        {
            listener.Engine!.IncludeExceptionDetail |= host.ChannelDispatchers.OfType<ChannelDispatcher>()
                .Any(d => d.Listener == listener && d.IncludeExceptionDetailInFaults);
            await listener.OpenAsync(TimeSpan.MaxValue).ConfigureAwait(false);
        }
    }

    internal async Task CloseAsync(CancellationToken limit)
    {
        await Task.WhenAll(_listeners.Select(l => l.StopAsync(limit))).ConfigureAwait(false);
        DisposeSingle();
    }

    internal void Abort()
    {
        foreach (var listener in _listeners)
            listener.Abort();
        DisposeSingle();
    }

    private ServiceBehaviorAttribute Validate(ServiceDescription description)
    {
        if (description.Endpoints.Count == 0)
        {
            throw new InvalidOperationException(
                $"The service {description.Name} has no endpoint; call AddServiceEndpoint before Open.");
        }

        foreach (var behavior in description.Behaviors)
            behavior.Validate(description, host);
        var service = description.Behaviors.Find<ServiceBehaviorAttribute>()
            ?? throw new InvalidOperationException(
                $"The ServiceBehaviorAttribute of {description.Name} was removed from its behaviors. "
                + "Change it instead.");
        if (singleton is not null && service.InstanceContextMode != InstanceContextMode.Single)
        {
            throw new InvalidOperationException(
                $"To host an object, {description.ServiceType} needs [ServiceBehavior(InstanceContextMode = "
                + "InstanceContextMode.Single)]; else give the host the type.");
        }

        return service;
    }

    private void AddBindingParameters(ServiceDescription description, ServiceEndpoint endpoint)
    {
        foreach (var behavior in description.Behaviors)
            behavior.AddBindingParameters(description, host, description.Endpoints, []);
        EndpointBehaviors.Validate(endpoint);
    }

    // An object the host was given belongs to the giver.
    private void DisposeSingle()
    {
        if (singleton is null && _single?.UserObject is IDisposable disposable)
            disposable.Dispose();
        _single = null;
    }

    // As each call, or each session, has an instance of its own, a limit of instances is one of calls or sessions.
    // Where there are no sessions, a PerSession service has an instance for each call.
    private static (AsyncGate Calls, AsyncGate SessionlessCalls, AsyncGate Sessions) MakeThrottles(
        ServiceThrottlingBehavior limits, InstanceContextMode mode)
    {
        var withInstances = Math.Min(limits.MaxConcurrentCalls, limits.MaxConcurrentInstances);
        var calls = new AsyncGate(mode == InstanceContextMode.PerCall ? withInstances : limits.MaxConcurrentCalls);
        return mode == InstanceContextMode.PerSession
            ? (calls, new(withInstances), new(Math.Min(limits.MaxConcurrentSessions, limits.MaxConcurrentInstances)))
            : (calls, calls, new(limits.MaxConcurrentSessions));
    }

    private DispatchEngine MakeEngine(
        ServiceEndpoint endpoint,
        ChannelDispatcher dispatcher,
        WireSettings settings,
        ServiceBehaviorAttribute service,
        AsyncGate calls,
        SynchronizationContext? context)
    {
        var debug = host.Description.Behaviors.Find<ServiceDebugBehavior>();
        return new(endpoint.Contract, isCallback: false, settings)
        {
            ConcurrencyMode = service.ConcurrencyMode,
            AddressFilterMode = service.AddressFilterMode,
            Address = AddressOf(endpoint, dispatcher.Listener.Uri),
            InstanceContextMode = service.InstanceContextMode,
            IncludeExceptionDetail =
                service.IncludeExceptionDetailInFaults || debug is { IncludeExceptionDetailInFaults: true },
            NewInstance = () => new(host, NewInstance()),
            SingleInstance = _single,
            ErrorHandlers = dispatcher.ErrorHandlers,
            CallThrottle = calls,
            Context = service.UseSynchronizationContext ? context : null,
        };
    }

    // An endpoint that was given port 0 is called by the port the system gave.
    private static Uri AddressOf(ServiceEndpoint endpoint, Uri listening) =>
        endpoint.Address!.Uri == endpoint.ListenUri ? listening : endpoint.Address.Uri;

    private object NewInstance()
    {
        const BindingFlags Flags = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
        var type = host.Description.ServiceType;
        var constructor = type.GetConstructor(Flags, []) ?? throw new InvalidOperationException(
            $"{type} has no parameterless constructor; host an object of it instead.");
        return constructor.Invoke(BindingFlags.DoNotWrapExceptions, null, null, null);
    }
}
