using System.Linq;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Makes exceptions of faults and faults of exceptions.</summary>
internal static class FaultMapper
{
    private static readonly DataContractSerializer ExceptionSerializer = new(typeof(ExceptionDetail));

    internal static Exception ToException(MessageFault fault, string? action, OperationDescription operation)
    {
        // SOAP 1.1 has no subcodes: the finer code stands in the coarse one's place.
        var sub = fault.Code.SubCode ?? fault.Code;
        var reason = fault.Reason.ToString();
        if (fault.IsMustUnderstandFault)
            return new ProtocolException(reason);
        if (sub.Namespace == Names.Addressing10.Value || sub.Namespace == Names.AddressingNone.Value)
        {
            if (sub.Name == "ActionNotSupported")
                return new ActionNotSupportedException(reason);
            if (sub.Name is "DestinationUnreachable" or "EndpointUnavailable")
                return new EndpointNotFoundException(reason);
        }

        if (sub is { Name: "ServerTooBusy", Namespace: Names.DispatcherFault })
            return new ServerTooBusyException(reason);
        if (sub is { Name: "SessionTerminated", Namespace: Names.DispatcherFault })
            return new ChannelTerminatedException(reason);
        // As Microsoft's client, for which an unread message that is not known to be the sender's fault, as over
        // SOAP 1.1, is a broken protocol.
        if (sub is { Name: "DeserializationFailed", Namespace: Names.DispatcherFault }
            && (fault.Code.SubCode is null || fault.Code.IsReceiverFault))
        {
            return new ProtocolException(reason);
        }

        // The action of every fault that has none of its own says nothing.
        if (action == Names.SoapFault)
            action = null;
        return ToFault(fault, action, operation);
    }

    private static FaultException ToFault(MessageFault fault, string? action, OperationDescription operation)
    {
        if (!fault.HasDetail)
            return new FaultException(fault, action!);
        var declared = operation.Faults.Where(f => f.Action == action).ToArray();
        foreach (var candidate in declared.Length > 0 ? declared : [.. operation.Faults])
        {
            if (fault.TryGetDetail(candidate.DetailType, candidate.Serializer, out var detail))
                return FaultException.CreateTyped(candidate.DetailType, detail, fault, action);
        }

        if (fault.DetailName == nameof(ExceptionDetail)
            && fault.TryGetDetail(typeof(ExceptionDetail), ExceptionSerializer, out var told))
        {
            return new FaultException<ExceptionDetail>((ExceptionDetail)told!, fault.Reason, fault.Code, action!);
        }

        return new FaultException(fault, action!);
    }

    /// <summary>Makes the fault an operation's exception is told as.</summary>
    internal static Message ToMessage(
        Exception error, OperationDescription operation, MessageVersion version, bool includeDetail)
    {
        if (error is FaultException fault)
        {
            var told = fault.CreateMessageFault();
            return Message.CreateMessage(
                version, told, fault.Action ?? ActionOf(fault, operation), operation.DetailSerializers);
        }

        var code = FaultCode.CreateReceiverFaultCode("InternalServiceFault", Names.DispatcherFault);
        var reason = new FaultReason(includeDetail
            ? error.Message
            : "The server was unable to process the request due to an internal error. Set "
            + "IncludeExceptionDetailInFaults on the server to have the exception sent to the client.");
        object? detail = includeDetail ? new ExceptionDetail(error) : null;
        return Message.CreateMessage(
            version, MessageFault.CreateFault(code, reason, detail), Names.DispatcherFault + "/fault");
    }

    internal static Message DeserializationFailed(string reason, MessageVersion version) =>
        Message.CreateMessage(version, Unreadable(reason), Names.DispatcherFault + "/fault");

    /// <summary>Makes an exception that is told as a message that cannot be read.</summary>
    internal static FaultException DeserializationFailed(string reason) =>
        new(Unreadable(reason), Names.DispatcherFault + "/fault");

    internal static Message ActionNotSupported(string? action, MessageVersion version) =>
        Message.CreateMessage(
            version,
            MessageFault.CreateFault(
                FaultCode.CreateSenderFaultCode("ActionNotSupported", version.Addressing.Namespace.Value),
                $"The message with Action '{action}' cannot be processed at the receiver: no operation of the "
                + "endpoint's contract has this action."),
            version.HasAddressing ? Names.Addressing10Fault : null);

    internal static Message MustUnderstand(string name, string ns, MessageVersion version) =>
        Message.CreateMessage(version, NotUnderstood(name, ns), version.HasAddressing ? Names.SoapFault : null);

    /// <summary>Makes an exception that is told as a header that was not understood.</summary>
    internal static FaultException MustUnderstand(string name, string ns) =>
        new(NotUnderstood(name, ns), Names.SoapFault);

    internal static Message DestinationUnreachable(string to, MessageVersion version) =>
        Message.CreateMessage(
            version,
            MessageFault.CreateFault(
                FaultCode.CreateSenderFaultCode("DestinationUnreachable", version.Addressing.Namespace.Value),
                $"The message with To '{to}' cannot be processed at the receiver: it is no address of this endpoint. "
                + "AddressFilterMode says which addresses are."),
            version.HasAddressing ? Names.Addressing10Fault : null);

    private static MessageFault Unreadable(string reason) => MessageFault.CreateFault(
        FaultCode.CreateSenderFaultCode("DeserializationFailed", Names.DispatcherFault), reason);

    private static MessageFault NotUnderstood(string name, string ns) => MessageFault.CreateFault(
        new FaultCode("MustUnderstand"), $"The header '{name}' of namespace '{ns}' was not understood.");

    private static string? ActionOf(FaultException fault, OperationDescription operation)
    {
        var type = fault.GetType();
        if (!type.IsGenericType)
            return null;
        var detail = type.GetGenericArguments()[0];
        return operation.Faults.FirstOrDefault(f => f.DetailType == detail)?.Action;
    }
}
