using System.IO;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel.Channels;

/// <summary>
/// Represents one header of a message. Derive from it to write a header by hand; an object serves any number of
/// messages.
/// </summary>
public abstract class MessageHeader : MessageHeaderInfo
{
    /// <summary>Gets the node the header is for; empty, for the one that takes the message, unless
    /// overridden.</summary>
    public override string Actor => "";

    /// <summary>Gets false.</summary>
    public override bool IsReferenceParameter => false;

    /// <summary>Gets whether a receiver that does not know the header must refuse the message; false unless
    /// overridden.</summary>
    public override bool MustUnderstand => false;

    /// <summary>Gets whether a node that does not know the header passes it on; false unless overridden. Only SOAP 1.2
    /// says so.</summary>
    public override bool Relay => false;

    /// <summary>Gets whether the header is one of WS-Addressing, which the stack writes and reads itself.</summary>
    internal virtual bool IsAddressing => false;

    /// <summary>Makes a header of an object's data contract.</summary>
    /// <inheritdoc cref="CreateHeader(string, string, object, XmlObjectSerializer, bool, string, bool)"/>
    public static MessageHeader CreateHeader(string name, string ns, object? value) =>
        CreateHeader(name, ns, value, mustUnderstand: false, "", relay: false);

    /// <summary>Makes a header of an object's data contract.</summary>
    /// <inheritdoc cref="CreateHeader(string, string, object, XmlObjectSerializer, bool, string, bool)"/>
    public static MessageHeader CreateHeader(string name, string ns, object? value, bool mustUnderstand) =>
        CreateHeader(name, ns, value, mustUnderstand, "", relay: false);

    /// <summary>Makes a header of an object's data contract.</summary>
    /// <inheritdoc cref="CreateHeader(string, string, object, XmlObjectSerializer, bool, string, bool)"/>
    public static MessageHeader CreateHeader(
        string name, string ns, object? value, bool mustUnderstand, string actor) =>
        CreateHeader(name, ns, value, mustUnderstand, actor, relay: false);

    /// <summary>Makes a header of an object's data contract.</summary>
    /// <inheritdoc cref="CreateHeader(string, string, object, XmlObjectSerializer, bool, string, bool)"/>
    public static MessageHeader CreateHeader(
        string name, string ns, object? value, bool mustUnderstand, string actor, bool relay) =>
        new ObjectHeader(name, ns, value, null, mustUnderstand, actor, relay);

    /// <summary>Makes a header of an object that a serializer writes.</summary>
    /// <inheritdoc cref="CreateHeader(string, string, object, XmlObjectSerializer, bool, string, bool)"/>
    public static MessageHeader CreateHeader(string name, string ns, object? value, XmlObjectSerializer serializer) =>
        CreateHeader(name, ns, value, serializer, mustUnderstand: false, "", relay: false);

    /// <summary>Makes a header of an object that a serializer writes.</summary>
    /// <inheritdoc cref="CreateHeader(string, string, object, XmlObjectSerializer, bool, string, bool)"/>
    public static MessageHeader CreateHeader(
        string name, string ns, object? value, XmlObjectSerializer serializer, bool mustUnderstand) =>
        CreateHeader(name, ns, value, serializer, mustUnderstand, "", relay: false);

    /// <summary>Makes a header of an object that a serializer writes.</summary>
    /// <inheritdoc cref="CreateHeader(string, string, object, XmlObjectSerializer, bool, string, bool)"/>
    public static MessageHeader CreateHeader(
        string name, string ns, object? value, XmlObjectSerializer serializer, bool mustUnderstand, string actor) =>
        CreateHeader(name, ns, value, serializer, mustUnderstand, actor, relay: false);

    /// <summary>Makes a header of an object that a serializer writes.</summary>
    /// <param name="name">The name of the element; not empty.</param>
    /// <param name="ns">The namespace of the element; empty for none.</param>
    /// <param name="value">Serialized each time the header is written; null is written as nil.</param>
    /// <param name="serializer">Writes the content of the element.</param>
    /// <param name="mustUnderstand">Whether a receiver that does not know the header must refuse the message.</param>
    /// <param name="actor">The node it is for; empty for the one that takes the message.</param>
    /// <param name="relay">Whether a node that does not know it passes it on; only SOAP 1.2 says so.</param>
    /// <returns>A header that may be used for any number of messages.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="ArgumentNullException">The namespace or the serializer is null.</exception>
    public static MessageHeader CreateHeader(
        string name,
        string ns,
        object? value,
        XmlObjectSerializer serializer,
        bool mustUnderstand,
        string actor,
        bool relay)
    {
        ArgumentNullException.ThrowIfNull(serializer);
        return new ObjectHeader(name, ns, value, serializer, mustUnderstand, actor, relay);
    }

    /// <summary>Tells whether the header can be written in a version. Adding it to headers of another version
    /// throws.</summary>
    /// <param name="messageVersion">The versions of SOAP and WS-Addressing.</param>
    /// <returns>True for every version, unless overridden.</returns>
    public virtual bool IsMessageVersionSupported(MessageVersion messageVersion) => messageVersion is not null;

    /// <summary>Writes the element as SOAP 1.2 has it, for a log.</summary>
    public override string ToString()
    {
        var text = new StringBuilder();
        using (var xml = XmlWriter.Create(text, new() { OmitXmlDeclaration = true, Indent = true }))
        using (var writer = XmlDictionaryWriter.CreateDictionaryWriter(xml))
            WriteHeader(writer, MessageVersion.Default);
        return text.ToString();
    }

    /// <summary>Writes the whole element.</summary>
    /// <param name="writer">Remains the caller's; it is not closed.</param>
    /// <param name="messageVersion">The versions of SOAP and WS-Addressing.</param>
    public void WriteHeader(XmlWriter writer, MessageVersion messageVersion) =>
        WriteHeader(XmlDictionaryWriter.CreateDictionaryWriter(writer), messageVersion);

    /// <summary>Writes the whole element.</summary>
    /// <param name="writer">Remains the caller's; it is not closed.</param>
    /// <param name="messageVersion">The versions of SOAP and WS-Addressing.</param>
    public void WriteHeader(XmlDictionaryWriter writer, MessageVersion messageVersion)
    {
        WriteStartHeader(writer, messageVersion);
        OnWriteHeaderContents(writer, messageVersion);
        writer.WriteEndElement();
    }

    /// <summary>Writes what stands inside the element.</summary>
    /// <param name="writer">Remains the caller's; it is not closed.</param>
    /// <param name="messageVersion">The versions of SOAP and WS-Addressing.</param>
    public void WriteHeaderContents(XmlDictionaryWriter writer, MessageVersion messageVersion)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(messageVersion);
        OnWriteHeaderContents(writer, messageVersion);
    }

    /// <summary>Writes the start of the element and its attributes.</summary>
    /// <param name="writer">Remains the caller's; it is not closed.</param>
    /// <param name="messageVersion">The versions of SOAP and WS-Addressing.</param>
    public void WriteStartHeader(XmlDictionaryWriter writer, MessageVersion messageVersion)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(messageVersion);
        OnWriteStartHeader(writer, messageVersion);
    }

    /// <summary>Gets a reader on the header's element.</summary>
    internal virtual XmlDictionaryReader GetReader(MessageVersion version)
    {
        var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            WriteHeader(writer, version);
        var reader = XmlDictionaryReader.CreateBinaryReader(
            stream.GetBuffer(), 0, (int)stream.Length, XmlDictionaryReaderQuotas.Max);
        reader.MoveToContent();
        return reader;
    }

    /// <summary>Writes what stands inside the element. It may run for several messages at once.</summary>
    /// <param name="writer">Remains the caller's; it is not closed.</param>
    /// <param name="messageVersion">The versions of SOAP and WS-Addressing.</param>
    protected abstract void OnWriteHeaderContents(XmlDictionaryWriter writer, MessageVersion messageVersion);

    /// <summary>Writes the start of the element, and the attributes that say whom it is for.</summary>
    /// <param name="writer">Remains the caller's; it is not closed.</param>
    /// <param name="messageVersion">The versions of SOAP and WS-Addressing.</param>
    protected virtual void OnWriteStartHeader(XmlDictionaryWriter writer, MessageVersion messageVersion)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.WriteStartElement(Name, Namespace);
        WriteHeaderAttributes(writer, messageVersion);
    }

    /// <summary>Writes the attributes that say whom the header is for, as the version of SOAP has them.</summary>
    /// <param name="writer">Stands on the start of the header's element.</param>
    /// <param name="messageVersion">The versions of SOAP and WS-Addressing.</param>
    protected void WriteHeaderAttributes(XmlDictionaryWriter writer, MessageVersion messageVersion)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(messageVersion);
        var soap = messageVersion.Envelope.Namespace.Value;
        var is11 = messageVersion.Envelope == EnvelopeVersion.Soap11;
        if (Actor.Length > 0)
            writer.WriteAttributeString(is11 ? "actor" : "role", soap, Actor);
        if (MustUnderstand)
            writer.WriteAttributeString("mustUnderstand", soap, "1");
        if (Relay && !is11)
            writer.WriteAttributeString("relay", soap, "1");
    }
}
