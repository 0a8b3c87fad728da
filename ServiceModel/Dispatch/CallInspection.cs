using System.ServiceModel;
using System.ServiceModel.Channels;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Represents what inspectors see of one call of a service.</summary>
internal sealed class CallInspection(DispatchEngine engine, DispatchOperation operation, Message request)
{
    private readonly object?[] _messageStates = new object?[engine.Inspectors?.Length ?? 0];
    private readonly object?[] _parameterStates = new object?[operation.ParameterInspectors.Length];
    private OperationContext? _context;
    private int _seen;

    /// <summary>Gets the request; an inspector may have replaced it.</summary>
    internal Message Request { get; private set; } = request;

    /// <summary>Has the inspectors see the request and reads its arguments.</summary>
    /// <exception cref="FaultException">The request does not fit, or an inspector refused it.</exception>
    internal object?[] Begin(IContextChannel? channel, InstanceContext instance)
    {
        _context = OperationContext.Current;
        while (_seen < _messageStates.Length)
        {
            var message = Request;
            var inspector = engine.Inspectors![_seen];
            _messageStates[_seen] = inspector.AfterReceiveRequest(ref message, channel as IClientChannel, instance);
            _seen++;
            Request = message ?? throw new InvalidOperationException($"{inspector.GetType()} left no request.");
        }

        // Reading marks the headers of a message contract; the body of a message that is refused is nobody's.
        var arguments = Read();
        if (Request.Headers.FirstNotUnderstood() is { } header && !operation.Formatter.TakesMessage)
            throw FaultMapper.MustUnderstand(header.Name, header.Namespace);
        ParameterInspection.Before(operation.ParameterInspectors, _parameterStates, operation.Operation, arguments);
        return arguments;
    }

    internal void SeeResult(object?[] arguments, object? result) => ParameterInspection.After(
        operation.ParameterInspectors, _parameterStates, operation.Operation, arguments, result);

    /// <summary>Has the inspectors that saw the request see the reply, once.</summary>
    /// <returns>What to send; null when they took it away.</returns>
    internal OutgoingMessage? See(in OutgoingMessage draft)
    {
        if (_seen == 0)
            return draft;
        Message? reply = Message.Of(draft, engine.Version);
        using (OperationContext.Enter(_context, flows: false))
            ShowReply(ref reply);
        return reply?.AsSent(draft);
    }

    /// <summary>Tells the inspectors of the end of a call without a reply.</summary>
    internal void EndOneWay()
    {
        Message? none = null;
        ShowReply(ref none);
    }

    // A reply that an inspector refuses becomes a fault, which they do not see.
    private void ShowReply(ref Message? reply)
    {
        var seen = _seen;
        _seen = 0;
        for (var i = 0; i < seen; i++)
            engine.Inspectors![i].BeforeSendReply(ref reply, _messageStates[i]);
    }

    private object?[] Read()
    {
        try
        {
            return operation.Formatter.ReadRequest(Request);
        }
        catch (Exception e) when (e is not FaultException)
        {
            throw FaultMapper.DeserializationFailed(e.Message);
        }
    }
}
