using System.Collections.Generic;
using System.Runtime.Serialization;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel.Channels;

/// <summary>A fault's code, reason and detail, written by this side or read from the wire. Unlike in WCF, it has no
/// actor and no node, and cannot be derived from.</summary>
public class MessageFault
{
    private readonly object? _detail;
    private readonly XmlElement? _element;
    private readonly Type? _detailType;

    private MessageFault(
        FaultCode code, FaultReason reason, object? detail, XmlElement? element, Type? detailType = null)
    {
        ArgumentNullException.ThrowIfNull(code);
        ArgumentNullException.ThrowIfNull(reason);
        Code = code;
        Reason = reason;
        _detail = detail;
        _element = element;
        _detailType = detail?.GetType() ?? detailType;
    }

    /// <summary>Gets the code.</summary>
    public FaultCode Code { get; }

    /// <summary>Gets the reason.</summary>
    public FaultReason Reason { get; }

    /// <summary>Gets whether there is a detail.</summary>
    public bool HasDetail => _detailType is not null || _element is not null;

    /// <summary>Gets whether the fault says that a header was not understood which had to be.</summary>
    public bool IsMustUnderstandFault => Code.IsPredefinedFault && Code.Name == "MustUnderstand";

    internal string? DetailName => _element?.LocalName;

    /// <summary>Makes a fault without a detail, whose reason is in the language en-US.</summary>
    /// <param name="code">Not null.</param>
    /// <param name="reason">Not null.</param>
    public static MessageFault CreateFault(FaultCode code, string reason) => CreateFault(code, new FaultReason(reason));

    /// <summary>Makes a fault without a detail.</summary>
    /// <param name="code">Not null.</param>
    /// <param name="reason">Not null.</param>
    public static MessageFault CreateFault(FaultCode code, FaultReason reason) => new(code, reason, null, null);

    /// <summary>Makes a fault.</summary>
    /// <param name="code">Not null.</param>
    /// <param name="reason">Not null.</param>
    /// <param name="detail">Written by its data contract; null for none.</param>
    public static MessageFault CreateFault(FaultCode code, FaultReason reason, object? detail) =>
        new(code, reason, detail, null);

    /// <summary>Reads the fault of a message. The message cannot be used afterwards.</summary>
    /// <param name="message">A fault; its body is read.</param>
    /// <param name="maxBufferSize">Zero or more. Not looked at otherwise: the message is in memory already.</param>
    /// <returns>The fault, which does not depend on the message.</returns>
    /// <exception cref="InvalidOperationException">The message is no fault, or its body was used already.</exception>
    public static MessageFault CreateFault(Message message, int maxBufferSize)
    {
        ArgumentNullException.ThrowIfNull(message);
        ArgumentOutOfRangeException.ThrowIfNegative(maxBufferSize);
        if (!message.IsFault)
            throw new InvalidOperationException("The message is no fault.");
        using var reader = message.GetReaderAtBodyContents();
        return FaultReader.Read(reader);
    }

    /// <summary>Reads the detail as a <typeparamref name="T"/>.</summary>
    /// <typeparam name="T">The type of the detail, which must have a data contract if the detail came over the
    /// wire.</typeparam>
    /// <exception cref="InvalidOperationException">The fault has no detail, or one of another type that this side
    /// made.</exception>
    public T GetDetail<T>()
    {
        if (_detail is T own)
            return own;
        if (_element is null)
            throw new InvalidOperationException("The fault has no detail of the type.");
        return (T)Read(new DataContractSerializer(typeof(T)))!;
    }

    /// <summary>Gets a reader on the element of a detail that came over the wire. It may be called several
    /// times.</summary>
    /// <returns>A reader that the caller owns and closes.</returns>
    /// <exception cref="InvalidOperationException">There is no detail that came over the wire.</exception>
    public XmlDictionaryReader GetReaderAtDetailContents()
    {
        if (_element is null)
            throw new InvalidOperationException("The fault has no detail that was read.");
        var reader = XmlDictionaryReader.CreateDictionaryReader(new XmlNodeReader(_element));
        reader.MoveToContent();
        return reader;
    }

    /// <summary>Makes a fault whose detail is nil when it is null.</summary>
    internal static MessageFault CreateTyped(FaultCode code, FaultReason reason, object? detail, Type detailType) =>
        new(code, reason, detail, null, detailType);

    internal static MessageFault FromWire(FaultCode code, FaultReason reason, XmlElement? detail) =>
        new(code, reason, null, detail);

    internal bool TryGetDetail(Type type, XmlObjectSerializer? serializer, out object? detail)
    {
        detail = _detail;
        if (_detailType is not null)
            return _detail is null ? type == _detailType : type.IsInstanceOfType(_detail);
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
        {
            _element.WriteTo(writer);
        }
        else if (_detailType is not null && serializers is not null
            && serializers.TryGetValue(_detailType, out var serializer))
        {
            serializer.WriteObject(writer, _detail);
        }
        else if (_detailType is not null)
        {
            new DataContractSerializer(_detailType).WriteObject(writer, _detail);
        }
    }

    private object? Read(DataContractSerializer serializer)
    {
        using var reader = GetReaderAtDetailContents();
        return serializer.ReadObject(reader, verifyObjectName: false);
    }
}
