using System.Collections.Generic;
using System.Runtime.Serialization;
using System.Xml;

namespace System.ServiceModel.Channels;

/// <summary>A fault's code, reason and detail, written by us or read from the wire.</summary>
public class MessageFault
{
    private readonly object? _detail;
    private readonly XmlElement? _element;

    private MessageFault(FaultCode code, FaultReason reason, object? detail, XmlElement? element)
    {
        ArgumentNullException.ThrowIfNull(code);
        ArgumentNullException.ThrowIfNull(reason);
        Code = code;
        Reason = reason;
        _detail = detail;
        _element = element;
    }

    public FaultCode Code { get; }

    public FaultReason Reason { get; }

    public bool HasDetail => _detail is not null || _element is not null;

    public bool IsMustUnderstandFault => Code.IsPredefinedFault && Code.Name == "MustUnderstand";

    internal string? DetailName => _element?.LocalName;

    public static MessageFault CreateFault(FaultCode code, string reason) => CreateFault(code, new FaultReason(reason));

    public static MessageFault CreateFault(FaultCode code, FaultReason reason) => new(code, reason, null, null);

    public static MessageFault CreateFault(FaultCode code, FaultReason reason, object? detail) =>
        new(code, reason, detail, null);

    /// <summary>Reads the detail as a <typeparamref name="T"/>.</summary>
    /// <exception cref="InvalidOperationException">The fault has no detail.</exception>
    public T GetDetail<T>()
    {
        if (_detail is T own)
            return own;
        if (_element is null)
            throw new InvalidOperationException("The fault has no detail of the type.");
        return (T)Read(new DataContractSerializer(typeof(T)))!;
    }

    /// <summary>Gives a reader on the detail as it came over the wire.</summary>
    public XmlDictionaryReader GetReaderAtDetailContents()
    {
        if (_element is null)
            throw new InvalidOperationException("The fault has no detail that was read.");
        var reader = XmlDictionaryReader.CreateDictionaryReader(new XmlNodeReader(_element));
        reader.MoveToContent();
        return reader;
    }

    internal static MessageFault FromWire(FaultCode code, FaultReason reason, XmlElement? detail) =>
        new(code, reason, null, detail);

    internal bool TryGetDetail(Type type, XmlObjectSerializer? serializer, out object? detail)
    {
        detail = _detail;
        if (_detail is not null)
            return type.IsInstanceOfType(_detail);
        if (_element is null)
            return false;
        serializer ??= new DataContractSerializer(type);
        using var reader = GetReaderAtDetailContents();
        if (!serializer.IsStartObject(reader))
            return false;
        detail = serializer.ReadObject(reader, verifyObjectName: false);
        return true;
    }

    internal void WriteDetail(XmlDictionaryWriter writer, IReadOnlyDictionary<Type, XmlObjectSerializer>? serializers)
    {
        if (_element is not null)
            _element.WriteTo(writer);
        else if (_detail is not null && serializers is not null
            && serializers.TryGetValue(_detail.GetType(), out var serializer))
            serializer.WriteObject(writer, _detail);
        else if (_detail is not null)
            new DataContractSerializer(_detail.GetType()).WriteObject(writer, _detail);
    }

    private object? Read(DataContractSerializer serializer)
    {
        using var reader = GetReaderAtDetailContents();
        return serializer.ReadObject(reader, verifyObjectName: false);
    }
}
