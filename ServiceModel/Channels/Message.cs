using System.Collections.Generic;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel.Channels;

/// <summary>A message as an object, for inspectors, error handlers and operations that take or return messages. Its
/// body may be read, written or copied once. Not safe for several threads.</summary>
/// <remarks>Calls that nobody inspects make no object of this type: their parameters go straight to the wire. A message
/// that was received has memory of its own and may be kept after its operation has returned. A message that an
/// operation returns, or a client sends, is written by the library and cannot be used afterwards; nobody closes it.
/// Unlike in WCF, the class cannot be derived from, and a body is always in memory as a whole.</remarks>
public sealed class Message : IDisposable
{
    private MessageBody _body;

    internal Message(MessageHeaders headers, MessageBody body, bool isFault)
    {
        Headers = headers;
        _body = body;
        IsFault = isFault;
    }

    /// <summary>Gets the headers, which may be changed until the message is written.</summary>
    public MessageHeaders Headers { get; }

    /// <summary>Gets whether the body has no content.</summary>
    public bool IsEmpty => _body.IsEmpty;

    /// <summary>Gets whether the body is a SOAP fault.</summary>
    public bool IsFault { get; }

    /// <summary>Gets the named objects that accompany the message within the process. They are not sent, and the
    /// library adds none.</summary>
    public MessageProperties Properties => field ??= new();

    /// <summary>Gets what was done with the body.</summary>
    public MessageState State { get; private set; }

    /// <summary>Gets the versions of SOAP and WS-Addressing; those of the headers.</summary>
    public MessageVersion Version => Headers.MessageVersion;

    /// <summary>Makes a message with an empty body.</summary>
    /// <param name="version">The versions of SOAP and WS-Addressing: those of the binding, if the message is to be
    /// sent.</param>
    /// <param name="action">The action; null for that of the operation by which the message is sent.</param>
    /// <returns>A message that the caller owns.</returns>
    public static Message CreateMessage(MessageVersion version, string? action) =>
        Make(version, action, new WrittenBody(EmptyWriter.Instance, null, []));

    /// <summary>Makes a fault message.</summary>
    /// <param name="version">The versions of SOAP and WS-Addressing: those of the binding, if the message is to be
    /// sent.</param>
    /// <param name="fault">The code, the reason and the detail.</param>
    /// <param name="action">The action; null for the default fault action.</param>
    /// <returns>A message that the caller owns.</returns>
    public static Message CreateMessage(MessageVersion version, MessageFault fault, string? action) =>
        CreateMessage(version, fault, action, null);

    /// <summary>Makes a fault message without a detail.</summary>
    /// <inheritdoc cref="CreateMessage(MessageVersion, MessageFault, string)"/>
    public static Message CreateMessage(MessageVersion version, FaultCode faultCode, string reason, string? action) =>
        CreateMessage(version, MessageFault.CreateFault(faultCode, reason), action);

    /// <summary>Makes a fault message whose detail is the data contract of an object, if it is not null.</summary>
    /// <inheritdoc cref="CreateMessage(MessageVersion, MessageFault, string)"/>
    public static Message CreateMessage(
        MessageVersion version, FaultCode faultCode, string reason, object? detail, string? action) =>
        CreateMessage(version, MessageFault.CreateFault(faultCode, new(reason), detail), action);

    /// <summary>Makes a message whose body is the data contract of <paramref name="body"/>, which is serialized when
    /// the message is written.</summary>
    public static Message CreateMessage(MessageVersion version, string? action, object body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return CreateMessage(version, action, body, new DataContractSerializer(body.GetType()));
    }

    /// <summary>Makes a message whose body a serializer writes, when the message is written.</summary>
    /// <param name="version">The versions of SOAP and WS-Addressing: those of the binding, if the message is to be
    /// sent.</param>
    /// <param name="action">The action; null for that of the operation by which the message is sent.</param>
    /// <param name="body">What the serializer writes.</param>
    /// <param name="serializer">Writes the whole element inside the body.</param>
    /// <returns>A message that the caller owns.</returns>
    public static Message CreateMessage(
        MessageVersion version, string? action, object? body, XmlObjectSerializer serializer)
    {
        ArgumentNullException.ThrowIfNull(serializer);
        return Make(version, action, new WrittenBody(new ObjectWriter(body, serializer), null, []));
    }

    /// <summary>Makes a message whose body is written by code of the caller's, when the message is written.</summary>
    public static Message CreateMessage(MessageVersion version, string? action, BodyWriter body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Make(version, action, new WrittenBody(new GivenWriter(body), null, []));
    }

    /// <summary>Makes a message of the node the reader stands on and those that follow it on its level. They are read
    /// when the message is written, read or copied; the reader remains the caller's.</summary>
    public static Message CreateMessage(MessageVersion version, string? action, XmlReader body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return CreateMessage(version, action, XmlDictionaryReader.CreateDictionaryReader(body));
    }

    /// <summary>Makes a message of the node the reader stands on and those that follow it on its level. They are read
    /// when the message is written, read or copied; the reader remains the caller's.</summary>
    public static Message CreateMessage(MessageVersion version, string? action, XmlDictionaryReader body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Make(version, action, new WrittenBody(new ReaderWriter(body), null, []));
    }

    /// <summary>Marks the message as closed: its body cannot be used any more. Closing is not needed to release
    /// memory.</summary>
    public void Close() => State = MessageState.Closed;

    /// <summary>Copies the message into memory; make messages of the copy, as this one cannot be used any
    /// more.</summary>
    /// <param name="maxBufferSize">The bytes the envelope in memory may take in binary XML. Zero or more.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="QuotaExceededException">It takes more.</exception>
    /// <exception cref="InvalidOperationException">The message was read, written or copied already.</exception>
    /// <exception cref="ObjectDisposedException">The message was closed.</exception>
    public MessageBuffer CreateBufferedCopy(int maxBufferSize)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maxBufferSize);
        var body = Use(MessageState.Copied).Buffer(Version);
        if (body.Length > maxBufferSize)
        {
            throw new QuotaExceededException(
                $"The message takes {body.Length} bytes, the buffer may have {maxBufferSize}.");
        }

        return new(Headers, new Dictionary<string, object>(Properties), body, IsFault);
    }

    /// <summary>Reads the body as a data contract.</summary>
    /// <inheritdoc cref="GetBody{T}(XmlObjectSerializer)"/>
    public T GetBody<T>() => GetBody<T>(new DataContractSerializer(typeof(T)));

    /// <summary>Reads the body by a serializer.</summary>
    /// <typeparam name="T">What the body is.</typeparam>
    /// <param name="serializer">Reads the element that the body holds.</param>
    /// <returns>The value, which does not depend on the message.</returns>
    /// <exception cref="InvalidOperationException">The body is empty, or was used already.</exception>
    /// <exception cref="SerializationException">The body is something else.</exception>
    public T GetBody<T>(XmlObjectSerializer serializer)
    {
        ArgumentNullException.ThrowIfNull(serializer);
        using var reader = GetReaderAtBodyContents();
        return (T)serializer.ReadObject(reader)!;
    }

    /// <summary>Gets a reader on the first node inside the body.</summary>
    /// <returns>A reader that the caller owns and closes.</returns>
    /// <exception cref="InvalidOperationException">The body is empty, or was used already.</exception>
    /// <exception cref="ObjectDisposedException">The message was closed.</exception>
    public XmlDictionaryReader GetReaderAtBodyContents()
    {
        if (IsEmpty)
            throw new InvalidOperationException("The message has an empty body: there is nothing to read.");
        return OpenBody();
    }

    /// <summary>Writes the envelope as XML, for a log; the message can be used afterwards.</summary>
    public override string ToString()
    {
        // Some bodies can be written once only, as those of streams.
        if (State == MessageState.Created)
            _body = _body.Buffer(Version);
        var text = new StringBuilder();
        using (var xml = XmlWriter.Create(text, new() { OmitXmlDeclaration = true, Indent = true }))
        using (var writer = XmlDictionaryWriter.CreateDictionaryWriter(xml))
            WriteEnvelope(writer, State == MessageState.Created);
        return text.ToString();
    }

    /// <summary>Writes what stands inside the element of the body.</summary>
    /// <param name="writer">Remains the caller's; it is not closed.</param>
    /// <exception cref="InvalidOperationException">The message was read, written or copied already.</exception>
    public void WriteBodyContents(XmlDictionaryWriter writer) => Use(MessageState.Written).Write(writer, Version);

    /// <summary>Writes the envelope.</summary>
    /// <inheritdoc cref="WriteMessage(XmlDictionaryWriter)"/>
    public void WriteMessage(XmlWriter writer) => WriteMessage(XmlDictionaryWriter.CreateDictionaryWriter(writer));

    /// <summary>Writes the envelope and flushes the writer.</summary>
    /// <param name="writer">Remains the caller's; it is not closed.</param>
    /// <exception cref="InvalidOperationException">The message was read, written or copied already.</exception>
    /// <exception cref="ObjectDisposedException">The message was closed.</exception>
    public void WriteMessage(XmlDictionaryWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Use(MessageState.Written);
        WriteEnvelope(writer, withBody: true);
    }

    void IDisposable.Dispose() => Close();

    /// <summary>Makes an object of a message that is being read; the reader is closed then.</summary>
    internal static Message Of(IncomingMessage message, XmlDictionaryReader reader, int bytesMax, string? to)
    {
        var headers = new MessageHeaders(
            message.Version, message.Action, message.MessageId, message.RelatesTo, message.To ?? to, message.Others);
        var body = BufferedBody.Of(message, reader, bytesMax);
        return new(headers, body, body.IsFault);
    }

    /// <summary>Makes an object of a message about to be written.</summary>
    internal static Message Of(in OutgoingMessage message, MessageVersion version)
    {
        var headers = message.Headers is null ? new(version) : new MessageHeaders(message.Headers);
        headers.Action = message.Action.Value;
        if (message.To is not null)
            headers.To = new(message.To, UriKind.RelativeOrAbsolute);
        if (message.RelatesTo.ToUniqueId() is { } relatesTo)
            headers.RelatesTo = relatesTo;
        return new(headers, new WrittenBody(message.Body, message.Result, message.Arguments), message.IsFault);
    }

    internal static Message CreateMessage(
        MessageVersion version,
        MessageFault fault,
        string? action,
        IReadOnlyDictionary<Type, XmlObjectSerializer>? serializers)
    {
        ArgumentNullException.ThrowIfNull(version);
        ArgumentNullException.ThrowIfNull(fault);
        var body = new WrittenBody(new FaultBody(fault, serializers), null, []);
        return new(new(version) { Action = action ?? Names.SoapFault }, body, isFault: true);
    }

    /// <summary>Gets a reader on the first node inside the body; at its end for an empty one.</summary>
    internal XmlDictionaryReader OpenBody() => Use(MessageState.Read).Buffer(Version).Read();

    /// <summary>Makes what goes to the wire as a reply.</summary>
    internal OutgoingMessage AsReply(MessageName relatesTo) =>
        AsSent(new() { Action = Names.Empty, Body = _body, RelatesTo = relatesTo });

    /// <summary>Makes what goes to the wire: to where <paramref name="draft"/> goes, with its action unless the
    /// message has one.</summary>
    internal OutgoingMessage AsSent(in OutgoingMessage draft)
    {
        var body = Use(MessageState.Written);
        var action = Headers.Action;
        return draft with
        {
            Action = action is null || action == draft.Action.Value
                ? draft.Action : new XmlDictionaryString(Names.Inline, action, 0),
            Body = body,
            Result = null,
            Arguments = [],
            IsFault = IsFault,
            Headers = HasFurtherHeaders() ? Headers : null,
        };
    }

    private static Message Make(MessageVersion version, string? action, MessageBody body)
    {
        ArgumentNullException.ThrowIfNull(version);
        return new(new(version) { Action = action }, body, isFault: false);
    }

    private bool HasFurtherHeaders()
    {
        foreach (var header in Headers.All)
        {
            if (!header.IsAddressing)
                return true;
        }

        return false;
    }

    private MessageBody Use(MessageState state)
    {
        ObjectDisposedException.ThrowIf(State == MessageState.Closed, this);
        if (State != MessageState.Created)
        {
            throw new InvalidOperationException(
                $"The message was {State.ToString().ToLowerInvariant()} already; make a copy before "
                + "by CreateBufferedCopy.");
        }

        State = state;
        return _body;
    }

    private void WriteEnvelope(XmlDictionaryWriter writer, bool withBody)
    {
        var soap = Version.Envelope.Namespace;
        writer.WriteStartElement("s", Names.Envelope, soap);
        if (Headers.Count > 0)
        {
            writer.WriteStartElement("s", Names.Header, soap);
            foreach (var header in Headers.All)
                header.WriteHeader(writer, Version);
            writer.WriteEndElement();
        }

        writer.WriteStartElement("s", Names.Body, soap);
        if (withBody)
            _body.Write(writer, Version);
        else
            writer.WriteString($"... {State} ...");
        writer.WriteEndElement();
        writer.WriteEndElement();
        writer.Flush();
    }
}

/// <summary>Specifies what was done with a message's body.</summary>
public enum MessageState
{
    /// <summary>The body can be read, written or copied.</summary>
    Created,

    /// <summary>The body was read, or a reader on it was given out.</summary>
    Read,

    /// <summary>The message was written or sent.</summary>
    Written,

    /// <summary>The message was copied to a <see cref="MessageBuffer"/>; use messages made of that.</summary>
    Copied,

    /// <summary>The message was closed.</summary>
    Closed,
}
