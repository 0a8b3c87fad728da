using System.Collections.Generic;
using System.Reflection;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Turns one operation's arguments and result into the wrapped body elements of the wire, and back.</summary>
internal sealed class OperationFormatter
{
    private readonly BodyParts _request;
    private readonly BodyParts _reply;

    internal OperationFormatter(OperationDescription operation)
    {
        var signature = OperationSignature.Of(operation);
        var dictionary = operation.DeclaringContract.Dictionary;
        XmlDictionaryString space;
        XmlDictionaryString name;
        XmlDictionaryString replyName;
        lock (dictionary)
        {
            space = dictionary.Add(operation.Namespace);
            name = dictionary.Add(XmlConvert.EncodeLocalName(operation.Name)!);
            replyName = dictionary.Add(XmlConvert.EncodeLocalName(operation.Name + "Response")!);
        }

        ArgumentCount = signature.Parameters.Count;
        var request = new List<PartCodec>();
        var reply = new List<PartCodec>();
        if (signature.ResultType != typeof(void))
        {
            var attribute = signature.Result.GetCustomAttribute<MessageParameterAttribute>();
            reply.Add(Make(operation, attribute?.Name ?? operation.Name + "Result", space, signature.ResultType, -1));
        }

        for (var index = 0; index < ArgumentCount; index++)
        {
            var parameter = signature.Parameters[index];
            var attribute = parameter.Info.GetCustomAttribute<MessageParameterAttribute>();
            var part = Make(operation, attribute?.Name ?? parameter.Info.Name!, space, parameter.Type, index);
            if (parameter.IsIn)
                request.Add(part);
            if (parameter.IsOut)
                reply.Add(part);
        }

        if (operation.IsOneWay && reply.Count > 0)
            throw new InvalidOperationException($"The one-way operation {operation.Name} returns a value.");
        _request = new(name, space, request, isRequest: true);
        _reply = new(replyName, space, reply, isRequest: false);
    }

    internal int ArgumentCount { get; }

    internal IBodyWriter RequestBody => _request;

    internal IBodyWriter ReplyBody => _reply;

    /// <exception cref="NotSupportedException">A parameter or the result is of a type that cannot be sent.</exception>
    internal static void Check(OperationDescription operation)
    {
        var signature = OperationSignature.Of(operation);
        Check(signature.ResultType, operation);
        foreach (var parameter in signature.Parameters)
            Check(parameter.Type, operation);
    }

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

    private static PartCodec Make(
        OperationDescription operation, string name, XmlDictionaryString space, Type type, int index)
    {
        var dictionary = operation.DeclaringContract.Dictionary;
        lock (dictionary)
        {
            var element = dictionary.Add(XmlConvert.EncodeLocalName(name)!);
            return PartCodec.For(type, element, space, index, operation.KnownTypes);
        }
    }

    private static void Check(Type type, OperationDescription operation)
    {
        var instead = type == typeof(System.IO.Stream) ? "a byte[]"
            : type == typeof(Message) ? "parameters with data contracts"
            : type == typeof(CancellationToken) ? "IContextChannel.OperationTimeout" : null;
        if (instead is not null)
        {
            throw new NotSupportedException(
                $"Operation {operation.Name} takes or returns a {type}, which is not supported; use {instead}.");
        }
    }
}
