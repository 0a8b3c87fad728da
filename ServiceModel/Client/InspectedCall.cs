using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;
using System.Threading;
using System.Xml;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>A call with headers of its caller's, or one that inspectors see.</summary>
internal sealed class InspectedCall : ReplyReader
{
    private readonly ServiceChannel _channel;
    private readonly OperationContext? _current = OperationContext.Current;
    private readonly ExecutionContext? _flowing = ExecutionContext.Capture();
    private readonly OperationContext? _context;
    private readonly ClientInspection? _inspection;
    private readonly IParameterInspector[] _parameters;
    private readonly object?[] _parameterStates;
    private readonly object?[] _messageStates;
    private Message? _reply;

    private InspectedCall(
        ServiceChannel channel, OperationDescription operation, OperationContext? context, ClientInspection? inspection)
        : base(operation)
    {
        _channel = channel;
        _context = context;
        _inspection = inspection;
        _parameters = inspection?.Parameters(operation.Name) ?? [];
        _parameterStates = new object?[_parameters.Length];
        _messageStates = new object?[inspection?.Messages.Length ?? 0];
    }

    /// <summary>Has the inspectors of parameters see, and perhaps change, the arguments.</summary>
    internal static InspectedCall Begin(
        ServiceChannel channel,
        OperationDescription operation,
        OperationContext? context,
        ClientInspection? inspection,
        object?[] arguments)
    {
        var call = new InspectedCall(channel, operation, context, inspection);
        ParameterInspection.Before(call._parameters, call._parameterStates, operation, arguments);
        return call;
    }

    /// <summary>Adds the caller's headers and has the inspectors see the request.</summary>
    internal OutgoingMessage Prepare(OutgoingMessage message)
    {
        message = Operation.Formatter.FillRequest(message, _channel.Version);
        if (_context?.OutgoingHeaders is { } headers)
            message = WithHeaders(message, headers);
        if (_messageStates.Length == 0)
            return message;
        var request = Message.Of(message, _channel.Version);
        for (var i = 0; i < _messageStates.Length; i++)
        {
            _messageStates[i] = _inspection!.Messages[i].BeforeSendRequest(
                ref request, (IClientChannel)_channel.Outside);
            if (request is null)
                throw new InvalidOperationException($"{_inspection.Messages[i].GetType()} left no request.");
        }

        return WithName(request.AsSent(message), request.Headers);
    }

    internal override void Complete(PendingCall call, IncomingMessage message, XmlDictionaryReader reader)
    {
        if (_inspection is null && !Operation.Formatter.NeedsMessage)
        {
            _context?.TakeReply(new(
                message.Version, message.Action, message.MessageId, message.RelatesTo, message.To, message.Others));
            base.Complete(call, message, reader);
            return;
        }

        _reply = Message.Of(message, reader, _channel.MessageBytesMax, null);
        _context?.TakeReply(_reply.Headers);
        // Inspectors are the user's code: they must not run on the read loop, which other callers wait for.
        if (call is SyncCall)
            call.Succeed(null);
        else
            ThreadPool.UnsafeQueueUserWorkItem(FinishOnPool, call, preferLocal: false);
    }

    /// <summary>Has the inspectors see the reply, and makes the result of it.</summary>
    internal object? Finish(PendingCall call, object? result)
    {
        if (_reply is not { } reply)
            return result;
        for (var i = 0; i < _messageStates.Length; i++)
            _inspection!.Messages[i].AfterReceiveReply(ref reply, _messageStates[i]);
        if (reply.IsFault)
        {
            var fault = MessageFault.CreateFault(reply, int.MaxValue);
            throw FaultMapper.ToException(fault, reply.Headers.Action, Operation);
        }

        try
        {
            result = Operation.Formatter.ReadReply(reply, call.Arguments);
        }
        catch (Exception e)
        {
            throw call.Unreadable(e);
        }

        ParameterInspection.After(_parameters, _parameterStates, Operation, call.Arguments, result);
        return result;
    }

    private void FinishOnPool(PendingCall call)
    {
        if (_flowing is not null)
            ExecutionContext.Run(_flowing, _ => FinishTask(call), null);
        else
            FinishTask(call);
    }

    private void FinishTask(PendingCall call)
    {
        try
        {
            object? result;
            using (OperationContext.Enter(_current, flows: false))
                result = Finish(call, null);
            call.Succeed(result);
        }
        catch (Exception e)
        {
            call.Fail(e);
        }
    }

    private static OutgoingMessage WithHeaders(OutgoingMessage message, MessageHeaders headers)
    {
        return WithName(
            message with
            {
                Action = headers.Action is { } action && action != message.Action.Value
                    ? new(Names.Inline, action, 0) : message.Action,
                Headers = MessageHeaders.Join(message.Headers, headers),
            },
            headers);
    }

    private static OutgoingMessage WithName(OutgoingMessage message, MessageHeaders headers) =>
        headers.MessageId is { } id ? message with { MessageId = new(id) } : message;
}
