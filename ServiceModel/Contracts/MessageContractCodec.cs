using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Writes and reads an object of a message contract: its headers and the members of its body.</summary>
internal sealed class MessageContractCodec : BodyCodec
{
    private readonly Type _type;
    private readonly int _index;
    private readonly ContractMember[] _members;
    private readonly ContractHeader[] _headers;
    private readonly BodyParts _body;

    /// <summary>Reads the attributes of a class.</summary>
    /// <param name="type">The class.</param>
    /// <param name="parts">Makes the codecs of elements.</param>
    /// <param name="index">The place among the arguments; negative for the result.</param>
    internal MessageContractCodec(Type type, PartMaker parts, int index)
    {
        _type = type;
        _index = index;
        var attribute = type.GetCustomAttribute<MessageContractAttribute>()!;
        var all = Members(type).ToArray();
        _headers = [.. all.Where(m => m.Header is not null).Select(m => new ContractHeader(m, parts))];
        _members = [.. all.Where(m => m.Body is not null).OrderBy(m => m.Body!.Order)
            .ThenBy(m => m.Name, StringComparer.Ordinal)];
        var codecs = _members.Select((m, place) => parts.Make(m.Name, m.Namespace, m.Type, place, index < 0));
        _body = attribute.IsWrapped
            ? new(
                parts.Name(attribute.WrapperName ?? type.Name),
                parts.Space(attribute.WrapperNamespace),
                codecs,
                isRequest: index >= 0)
            : new(null, parts.Space(null), codecs, isRequest: index >= 0);
    }

    internal override bool NeedsMessage => true;

    internal static bool IsContract(Type type) => type.IsDefined(typeof(MessageContractAttribute), inherit: false);

    public override void WriteBody(
        XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments)
    {
        var instance = Instance(result, arguments);
        _body.WriteBody(writer, version, null, Array.ConvertAll(_members, m => m.Get(instance)));
    }

    internal override OutgoingMessage Fill(OutgoingMessage draft, MessageVersion version)
    {
        var instance = Instance(draft.Result, draft.Arguments);
        if (_headers.Length == 0)
            return draft;
        var headers = new MessageHeaders(version);
        foreach (var header in _headers)
            headers.Add(header.Make(instance));
        return draft with { Headers = headers };
    }

    internal override object? Read(XmlDictionaryReader reader, bool isBodyEmpty, object?[] arguments)
    {
        var values = new object?[_members.Length];
        _body.Read(reader, isBodyEmpty, values);
        var instance = Activator.CreateInstance(_type, nonPublic: true)!;
        for (var i = 0; i < values.Length; i++)
            _members[i].Set(instance, values[i]);
        if (_index < 0)
            return instance;
        arguments[_index] = instance;
        return null;
    }

    internal override object? Read(Message message, object?[] arguments)
    {
        var result = base.Read(message, arguments);
        var instance = _index < 0 ? result! : arguments[_index]!;
        foreach (var header in _headers)
            header.Read(message.Headers, instance);
        return result;
    }

    private static IEnumerable<ContractMember> Members(Type type)
    {
        const BindingFlags Flags = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
            | BindingFlags.DeclaredOnly;
        for (var own = type; own is not null && own != typeof(object); own = own.BaseType)
        {
            foreach (var member in own.GetMembers(Flags).Where(m => m is FieldInfo or PropertyInfo))
            {
                if (member.GetCustomAttribute<MessageContractMemberAttribute>() is { } attribute)
                    yield return new(member, attribute);
            }
        }
    }

    private object Instance(object? result, object?[] arguments) => (_index < 0 ? result : arguments[_index])
        ?? throw new CommunicationException($"A message of the contract {_type} cannot be null.");
}

/// <summary>Represents one member of a message contract.</summary>
internal sealed class ContractMember(MemberInfo member, MessageContractMemberAttribute attribute)
{
    internal string Name => attribute.Name ?? member.Name;

    internal string? Namespace => attribute.Namespace;

    internal MessageBodyMemberAttribute? Body => attribute as MessageBodyMemberAttribute;

    internal MessageHeaderAttribute? Header => attribute as MessageHeaderAttribute;

    internal Type Type => member is FieldInfo info ? info.FieldType : ((PropertyInfo)member).PropertyType;

    internal object? Get(object instance) =>
        member is FieldInfo info ? info.GetValue(instance) : ((PropertyInfo)member).GetValue(instance);

    // A member that was not sent keeps what the constructor gave it.
    internal void Set(object instance, object? value)
    {
        if (value is null)
            return;
        if (member is FieldInfo info)
            info.SetValue(instance, value);
        else
            ((PropertyInfo)member).SetValue(instance, value);
    }
}

/// <summary>Represents one header of a message contract.</summary>
internal sealed class ContractHeader
{
    private readonly ContractMember _member;
    private readonly string _space;
    private readonly Type? _typed;
    private readonly XmlObjectSerializer _serializer;

    internal ContractHeader(ContractMember member, PartMaker parts)
    {
        _member = member;
        _space = member.Namespace ?? parts.Space(null).Value;
        _typed = member.Type is { IsGenericType: true } type
            && type.GetGenericTypeDefinition() == typeof(MessageHeader<>) ? type : null;
        _serializer = new DataContractSerializer(
            _typed?.GetGenericArguments()[0] ?? member.Type, member.Name, _space, parts.KnownTypes);
    }

    internal MessageHeader Make(object instance)
    {
        var value = _member.Get(instance);
        var attribute = _member.Header!;
        if (_typed is null || value is null)
            return Make(value, attribute.MustUnderstand, attribute.Actor, attribute.Relay);
        return Make(
            Of(value, "Content"), (bool)Of(value, "MustUnderstand")!, (string?)Of(value, "Actor"),
            (bool)Of(value, "Relay")!);
    }

    /// <summary>Reads the header, if it is there, into an object; it counts as understood.</summary>
    internal void Read(MessageHeaders headers, object instance)
    {
        for (var i = 0; i < headers.Count; i++)
        {
            var header = headers[i];
            if (header.Name != _member.Name || header.Namespace != _space)
                continue;
            headers.UnderstoodHeaders.Add(header);
            using var reader = headers.GetReaderAtHeader(i);
            var value = _serializer.ReadObject(reader, verifyObjectName: false);
            _member.Set(instance, _typed is null
                ? value
                : Activator.CreateInstance(_typed, value, header.MustUnderstand, header.Actor, header.Relay));
            return;
        }
    }

    private static object? Of(object header, string property) =>
        header.GetType().GetProperty(property)!.GetValue(header);

    private MessageHeader Make(object? value, bool mustUnderstand, string? actor, bool relay) =>
        MessageHeader.CreateHeader(_member.Name, _space, value, _serializer, mustUnderstand, actor ?? "", relay);
}
