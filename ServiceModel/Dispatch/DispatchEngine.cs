using System.Collections.Generic;
using System.Reflection;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;
using System.Threading;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Serves the calls of one endpoint.</summary>
internal sealed class DispatchEngine
{
    private readonly Dictionary<string, DispatchOperation> _byAction = new(StringComparer.Ordinal);

    private readonly DispatchOperation? _ofAnyAction;

    internal DispatchEngine(ContractDescription contract, bool isCallback, WireSettings settings)
    {
        Contract = contract;
        Settings = settings;
        foreach (var operation in contract.Operations)
        {
            if (operation.IsCallback == isCallback)
                _byAction.Add(operation.RequestAction.Value, new(operation));
        }

        _ofAnyAction = _byAction.GetValueOrDefault(MessageCodec.AnyAction);
    }

    internal ContractDescription Contract { get; }

    internal WireSettings Settings { get; }

    internal MessageVersion Version => Settings.Version;

    internal ConcurrencyMode ConcurrencyMode { get; init; }

    internal InstanceContextMode InstanceContextMode { get; init; }

    internal AddressFilterMode AddressFilterMode { get; init; }

    /// <summary>Gets the address requests must be sent to; null for any.</summary>
    internal Uri? Address { get; init; }

    /// <summary>Gets or sets the last To header that fitted: clients send the same text again.</summary>
    internal string? LastFittingTo { get; set; }

    /// <summary>Gets where a message without addressing counts as sent to; null where messages say it.</summary>
    internal string? DefaultTo => Version.HasAddressing ? null : Address?.AbsoluteUri;

    /// <summary>Gets who sees the messages; null for nobody.</summary>
    internal IDispatchMessageInspector[]? Inspectors { get; private set; }

    internal bool IncludeExceptionDetail { get; set; }

    internal required Func<InstanceContext> NewInstance { get; init; }

    /// <summary>Gets the one instance of a Single service, or a client's callback object.</summary>
    internal InstanceContext? SingleInstance { get; init; }

    internal IReadOnlyCollection<IErrorHandler> ErrorHandlers { get; init; } = [];

    internal AsyncGate? CallThrottle { get; init; }

    /// <summary>Gets or sets how many calls without a session may wait for the throttle.</summary>
    internal int SessionlessCallsWaitingMax { get; set; } = 1000;

    /// <summary>Gets the context that operations run on; null for threads of their own or of the pool.</summary>
    internal SynchronizationContext? Context { get; init; }

    internal TimeProvider Time { get; init; } = TimeProvider.System;

    internal static DispatchEngine ForCallbacks(
        ContractDescription contract,
        InstanceContext instance,
        WireSettings settings,
        SynchronizationContext? context)
    {
        var behavior = instance.UserObject.GetType().GetCustomAttribute<CallbackBehaviorAttribute>() ?? new();
        return new(contract, isCallback: true, settings)
        {
            ConcurrencyMode = behavior.ConcurrencyMode,
            InstanceContextMode = InstanceContextMode.Single,
            IncludeExceptionDetail = behavior.IncludeExceptionDetailInFaults,
            NewInstance = () => instance,
            SingleInstance = instance,
            Context = behavior.UseSynchronizationContext ? context : null,
        };
    }

    /// <summary>Takes what behaviors have left in the endpoint's runtime.</summary>
    internal void Inspect(DispatchRuntime runtime)
    {
        Inspectors = runtime.MessageInspectors.Count > 0 ? [.. runtime.MessageInspectors] : null;
        foreach (var operation in _byAction.Values)
        {
            operation.Inspect(
                Inspectors is not null, [.. runtime.Operations[operation.Operation.Name].ParameterInspectors]);
        }
    }

    internal DispatchOperation? Find(string? action) =>
        action is not null && _byAction.TryGetValue(action, out var operation) ? operation : _ofAnyAction;
}
