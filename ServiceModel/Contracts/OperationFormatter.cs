using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Turns one operation's arguments and result into the wrapped body elements of the wire, and back.</summary>
internal sealed class OperationFormatter
{
    private readonly BodyCodec _request;
    private readonly BodyCodec _reply;

    internal OperationFormatter(OperationDescription operation)
    {
        var signature = OperationSignature.Of(operation);
        ArgumentCount = signature.Parameters.Count;
        InPlaces = [.. Enumerable.Range(0, ArgumentCount).Where(i => signature.Parameters[i].IsIn)];
        OutPlaces = [.. Enumerable.Range(0, ArgumentCount).Where(i => signature.Parameters[i].IsOut)];
        if (operation.IsOneWay && (OutPlaces.Length > 0 || signature.ResultType != typeof(void)))
            throw new InvalidOperationException($"The one-way operation {operation.Name} returns a value.");
        var parts = new PartMaker(operation, OperationFormat.UsesXmlSerializer(operation));
        _request = WholeRequest(operation, signature, parts)
            ?? new BodyParts(
                parts.Name(operation.Name),
                parts.Space(null),
                InPlaces.Select(i => Make(parts, signature.Parameters[i], i, isReply: false)),
                isRequest: true);
        _reply = WholeReply(operation, signature, parts)
            ?? new BodyParts(
                parts.Name(operation.Name + "Response"), parts.Space(null), Reply(operation, signature, parts), false);
    }

    internal int ArgumentCount { get; }

    /// <summary>Gets the places of the arguments that the request carries.</summary>
    internal int[] InPlaces { get; }

    /// <summary>Gets the places of the arguments that the reply carries.</summary>
    internal int[] OutPlaces { get; }

    internal IBodyWriter RequestBody => _request;

    internal IBodyWriter ReplyBody => _reply;

    /// <summary>Gets whether the operation takes the message itself, with whatever headers it has.</summary>
    internal bool TakesMessage => _request is MessageCodec;

    /// <summary>Gets whether request or reply are made objects of <see cref="Message"/>.</summary>
    internal bool NeedsMessage => _request.NeedsMessage || _reply.NeedsMessage;

    /// <exception cref="SerializationException">The body is not this operation's.</exception>
    internal object?[] ReadRequest(XmlDictionaryReader reader, bool isBodyEmpty)
    {
        var arguments = ArgumentCount == 0 ? [] : new object?[ArgumentCount];
        _request.Read(reader, isBodyEmpty, arguments);
        return arguments;
    }

    /// <summary>Reads the result, and the out and ref arguments into <paramref name="arguments"/>.</summary>
    /// <exception cref="SerializationException">The body is not this operation's.</exception>
    internal object? ReadReply(XmlDictionaryReader reader, bool isBodyEmpty, object?[] arguments) =>
        _reply.Read(reader, isBodyEmpty, arguments);

    /// <exception cref="SerializationException">The message is not this operation's.</exception>
    internal object?[] ReadRequest(Message request)
    {
        var arguments = ArgumentCount == 0 ? [] : new object?[ArgumentCount];
        _request.Read(request, arguments);
        return arguments;
    }

    /// <exception cref="SerializationException">The message is not this operation's.</exception>
    internal object? ReadReply(Message reply, object?[] arguments) => _reply.Read(reply, arguments);

    /// <summary>Makes what is sent of a request's arguments, where a message is made an object.</summary>
    internal OutgoingMessage FillRequest(OutgoingMessage draft, MessageVersion version) =>
        _request.Fill(draft, version);

    /// <summary>Makes what is sent of a result, where a message is made an object.</summary>
    internal OutgoingMessage FillReply(OutgoingMessage draft, MessageVersion version) => _reply.Fill(draft, version);

    private static BodyCodec? WholeRequest(
        OperationDescription operation, OperationSignature signature, PartMaker parts) =>
        signature.Parameters is not [{ IsOut: false, Type: var type }] ? null
            : type == typeof(Message) ? new MessageCodec(operation.Name, 0)
            : MessageContractCodec.IsContract(type) ? new MessageContractCodec(type, parts, 0) : null;

    private static BodyCodec? WholeReply(
        OperationDescription operation, OperationSignature signature, PartMaker parts) =>
        signature.ResultType == typeof(Message) ? new MessageCodec(operation.Name, -1)
            : MessageContractCodec.IsContract(signature.ResultType)
                ? new MessageContractCodec(signature.ResultType, parts, -1) : null;

    private IEnumerable<PartCodec> Reply(
        OperationDescription operation, OperationSignature signature, PartMaker parts)
    {
        if (signature.ResultType != typeof(void))
        {
            var attribute = signature.Result.GetCustomAttribute<MessageParameterAttribute>();
            yield return parts.Make(attribute?.Name ?? operation.Name + "Result", null, signature.ResultType, -1, true);
        }

        foreach (var place in OutPlaces)
            yield return Make(parts, signature.Parameters[place], place, isReply: true);
    }

    private static PartCodec Make(PartMaker parts, OperationParameter parameter, int index, bool isReply)
    {
        var attribute = parameter.Info.GetCustomAttribute<MessageParameterAttribute>();
        return parts.Make(attribute?.Name ?? parameter.Info.Name!, null, parameter.Type, index, isReply);
    }
}
