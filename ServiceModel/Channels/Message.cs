using System.Collections.Generic;
using System.Runtime.Serialization;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel.Channels;

/// <summary>A message made by hand: what IErrorHandler.ProvideFault deals in.</summary>
/// <remarks>Messages on the wire never become objects of this type; operations take parameters.</remarks>
public sealed class Message : IDisposable
{
    private Message(MessageVersion version, string action, IBodyWriter body, MessageFault? fault)
    {
        ArgumentNullException.ThrowIfNull(version);
        Version = version;
        Action = action;
        Body = body;
        Fault = fault;
    }

    public MessageVersion Version { get; }

    public bool IsFault => Fault is not null;

    internal string Action { get; }

    internal IBodyWriter Body { get; }

    internal MessageFault? Fault { get; }

    /// <summary>Makes a fault message. <paramref name="action"/> null stands for the default fault action.</summary>
    public static Message CreateMessage(MessageVersion version, MessageFault fault, string? action)
    {
        ArgumentNullException.ThrowIfNull(fault);
        return new(version, action ?? Names.SoapFault, new FaultBody(fault, null), fault);
    }

    internal static Message CreateMessage(
        MessageVersion version,
        MessageFault fault,
        string? action,
        IReadOnlyDictionary<Type, XmlObjectSerializer> serializers) =>
        new(version, action ?? Names.SoapFault, new FaultBody(fault, serializers), fault);

    /// <summary>Makes a message whose body is the data contract of <paramref name="body"/>.</summary>
    public static Message CreateMessage(MessageVersion version, string action, object body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return new(version, action, new ObjectBody(body), null);
    }

    public void Close()
    {
    }

    void IDisposable.Dispose()
    {
    }

    internal OutgoingMessage AsReply(MessageName relatesTo) => new()
    {
        Action = new XmlDictionaryString(Names.Inline, Action, 0),
        Body = Body,
        Arguments = [],
        RelatesTo = relatesTo,
        IsFault = IsFault,
    };

    private sealed class ObjectBody(object value) : IBodyWriter
    {
        public void WriteBody(
            XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments) =>
            new DataContractSerializer(value.GetType()).WriteObject(writer, value);
    }
}
