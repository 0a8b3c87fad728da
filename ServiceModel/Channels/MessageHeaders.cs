using System.Collections;
using System.Collections.Generic;
using System.Runtime.Serialization;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel.Channels;

/// <summary>The headers of one message, those of WS-Addressing among them. Not safe for several threads.</summary>
public sealed class MessageHeaders : IEnumerable<MessageHeaderInfo>
{
    private readonly List<MessageHeader> _headers;

    /// <summary>Creates headers of a version, without any.</summary>
    public MessageHeaders(MessageVersion version)
        : this(version, initialSize: 4)
    {
    }

    /// <summary>Creates headers of a version, without any.</summary>
    /// <param name="version">Not null.</param>
    /// <param name="initialSize">For how many there is room at first. Zero or more.</param>
    public MessageHeaders(MessageVersion version, int initialSize)
    {
        ArgumentNullException.ThrowIfNull(version);
        MessageVersion = version;
        _headers = new(initialSize);
    }

    /// <summary>Copies headers. What counts as understood is not copied.</summary>
    public MessageHeaders(MessageHeaders collection)
    {
        ArgumentNullException.ThrowIfNull(collection);
        MessageVersion = collection.MessageVersion;
        _headers = [.. collection._headers];
    }

    internal MessageHeaders(
        MessageVersion version,
        string? action,
        MessageName messageId,
        MessageName relatesTo,
        string? to,
        List<HeaderElement>? others)
        : this(version)
    {
        if (action is not null)
            Set(Names.Action, action);
        if (messageId.ToUniqueId() is { } id)
            Set(Names.MessageId, id);
        if (relatesTo.ToUniqueId() is { } related)
            Set(Names.RelatesTo, related);
        if (to is not null)
            Set(Names.To, to);
        foreach (var other in others ?? [])
            _headers.Add(new ReceivedHeader(other, version));
    }

    /// <summary>Gets or sets the action; without WS-Addressing it travels beside the message.</summary>
    public string? Action { get => Find(Names.Action)?.Text; set => Set(Names.Action, value); }

    /// <summary>Gets the number of headers, those of WS-Addressing among them.</summary>
    public int Count => _headers.Count;

    /// <summary>Gets or sets the name of the message. The stack names requests that it awaits replies to; a name set
    /// for one must be a GUID, as <c>new UniqueId()</c> is.</summary>
    public UniqueId? MessageId { get => Find(Names.MessageId)?.Id; set => Set(Names.MessageId, value); }

    /// <summary>Gets the versions of SOAP and WS-Addressing.</summary>
    public MessageVersion MessageVersion { get; }

    /// <summary>Gets or sets the name of the request that the message answers. The library sets its own in
    /// replies.</summary>
    public UniqueId? RelatesTo { get => Find(Names.RelatesTo)?.Id; set => Set(Names.RelatesTo, value); }

    /// <summary>Gets or sets where the message goes to; a channel sets its own address.</summary>
    public Uri? To
    {
        get => Find(Names.To) is { } to && Uri.TryCreate(to.Text, UriKind.RelativeOrAbsolute, out var uri) ? uri : null;
        set => Set(Names.To, value?.OriginalString);
    }

    /// <summary>Gets the headers that count as understood.</summary>
    public UnderstoodHeaders UnderstoodHeaders => field ??= new();

    /// <summary>Gets a header by its place.</summary>
    public MessageHeaderInfo this[int index] => _headers[index];

    internal IReadOnlyList<MessageHeader> All => _headers;

    /// <summary>Adds a header at the end.</summary>
    /// <param name="header">Not null.</param>
    /// <exception cref="ArgumentException">The header cannot be written in this version.</exception>
    public void Add(MessageHeader header) => Insert(_headers.Count, header);

    /// <summary>Removes all headers, those of WS-Addressing as well.</summary>
    public void Clear() => _headers.Clear();

    /// <summary>Adds a header of a message at the end.</summary>
    /// <inheritdoc cref="CopyHeaderFrom(MessageHeaders, int)"/>
    public void CopyHeaderFrom(Message message, int headerIndex)
    {
        ArgumentNullException.ThrowIfNull(message);
        CopyHeaderFrom(message.Headers, headerIndex);
    }

    /// <summary>Adds a header of other headers at the end.</summary>
    /// <param name="collection">Not null.</param>
    /// <param name="headerIndex">The place of the header there.</param>
    /// <exception cref="ArgumentException">The headers are of another version.</exception>
    public void CopyHeaderFrom(MessageHeaders collection, int headerIndex)
    {
        ArgumentNullException.ThrowIfNull(collection);
        if (collection.MessageVersion != MessageVersion)
        {
            throw new ArgumentException(
                $"Headers of {collection.MessageVersion} cannot be copied to {MessageVersion}.", nameof(collection));
        }

        _headers.Add(collection._headers[headerIndex]);
    }

    /// <summary>Adds all headers of a message at the end.</summary>
    /// <inheritdoc cref="CopyHeadersFrom(MessageHeaders)"/>
    public void CopyHeadersFrom(Message message)
    {
        ArgumentNullException.ThrowIfNull(message);
        CopyHeadersFrom(message.Headers);
    }

    /// <summary>Adds all headers of other headers at the end.</summary>
    /// <param name="collection">Not null.</param>
    /// <exception cref="ArgumentException">The headers are of another version.</exception>
    public void CopyHeadersFrom(MessageHeaders collection)
    {
        ArgumentNullException.ThrowIfNull(collection);
        for (var i = 0; i < collection.Count; i++)
            CopyHeaderFrom(collection, i);
    }

    /// <summary>Copies what the headers are called and whom they are for.</summary>
    /// <param name="array">Has room for all headers.</param>
    /// <param name="index">The place of the first.</param>
    public void CopyTo(MessageHeaderInfo[] array, int index)
    {
        foreach (var header in _headers)
            array[index++] = header;
    }

    /// <summary>Finds a header for the node that takes the message, which has no actor; -1 when it is not
    /// there.</summary>
    /// <inheritdoc cref="FindHeader(string, string, string[])"/>
    public int FindHeader(string name, string ns) => FindHeader(name, ns, "");

    /// <summary>Finds a header for one of the given nodes.</summary>
    /// <param name="name">The name of the element.</param>
    /// <param name="ns">The namespace of the element.</param>
    /// <param name="actors">The nodes; an empty text is the node that takes the message.</param>
    /// <returns>The place; -1 when the header is not there.</returns>
    /// <exception cref="MessageHeaderException">There are several.</exception>
    public int FindHeader(string name, string ns, params string[] actors)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(ns);
        ArgumentNullException.ThrowIfNull(actors);
        var found = -1;
        for (var i = 0; i < _headers.Count; i++)
        {
            var header = _headers[i];
            if (header.Name != name || header.Namespace != ns || !actors.Contains(header.Actor))
                continue;
            if (found >= 0)
            {
                throw new MessageHeaderException(
                    $"There are several headers '{name}' of namespace '{ns}'.", name, ns);
            }

            found = i;
        }

        return found;
    }

    /// <summary>Reads a header as a data contract.</summary>
    /// <typeparam name="T">The type of the content.</typeparam>
    /// <param name="index">The place of the header.</param>
    public T GetHeader<T>(int index) => GetHeader<T>(index, new DataContractSerializer(typeof(T)));

    /// <summary>Reads a header by a serializer. It may be read several times.</summary>
    /// <typeparam name="T">The type of the content.</typeparam>
    /// <param name="index">The place of the header.</param>
    /// <param name="serializer">Reads the element, whatever it is called.</param>
    public T GetHeader<T>(int index, XmlObjectSerializer serializer)
    {
        ArgumentNullException.ThrowIfNull(serializer);
        using var reader = GetReaderAtHeader(index);
        return (T)serializer.ReadObject(reader, verifyObjectName: false)!;
    }

    /// <summary>Reads a header for the node that takes the message as a data contract.</summary>
    /// <inheritdoc cref="GetHeader{T}(string, string, string[])"/>
    public T GetHeader<T>(string name, string ns) => GetHeader<T>(IndexOf(name, ns, ""));

    /// <summary>Reads a header for one of the given nodes as a data contract.</summary>
    /// <typeparam name="T">The type of the content.</typeparam>
    /// <param name="name">The name of the element.</param>
    /// <param name="ns">The namespace of the element.</param>
    /// <param name="actors">The nodes; an empty text is the node that takes the message.</param>
    /// <exception cref="MessageHeaderException">There is no such header, or there are several.</exception>
    public T GetHeader<T>(string name, string ns, params string[] actors) => GetHeader<T>(IndexOf(name, ns, actors));

    /// <summary>Reads a header for the node that takes the message by a serializer.</summary>
    /// <typeparam name="T">The type of the content.</typeparam>
    /// <param name="name">The name of the element.</param>
    /// <param name="ns">The namespace of the element.</param>
    /// <param name="serializer">Reads the element.</param>
    /// <exception cref="MessageHeaderException">There is no such header, or there are several.</exception>
    public T GetHeader<T>(string name, string ns, XmlObjectSerializer serializer) =>
        GetHeader<T>(IndexOf(name, ns, ""), serializer);

    /// <summary>Gets a reader on the header's element. It may be called several times.</summary>
    /// <param name="headerIndex">The place of the header.</param>
    /// <returns>A reader that the caller owns and closes.</returns>
    public XmlDictionaryReader GetReaderAtHeader(int headerIndex) => _headers[headerIndex].GetReader(MessageVersion);

    /// <summary>Tells whether all headers that must be understood count as understood; those of WS-Addressing
    /// do.</summary>
    public bool HaveMandatoryHeadersBeenUnderstood() => FirstNotUnderstood() is null;

    /// <summary>Adds a header at a place.</summary>
    /// <param name="headerIndex">The place.</param>
    /// <param name="header">Not null.</param>
    /// <exception cref="ArgumentException">The header cannot be written in this version.</exception>
    public void Insert(int headerIndex, MessageHeader header)
    {
        ArgumentNullException.ThrowIfNull(header);
        if (!header.IsMessageVersionSupported(MessageVersion))
        {
            throw new ArgumentException(
                $"The header '{header.Name}' cannot be written in {MessageVersion}.", nameof(header));
        }

        _headers.Insert(headerIndex, header);
    }

    /// <summary>Removes all headers of a name and namespace.</summary>
    public void RemoveAll(string name, string ns) => _headers.RemoveAll(h => h.Name == name && h.Namespace == ns);

    /// <summary>Removes the header at a place.</summary>
    public void RemoveAt(int headerIndex) => _headers.RemoveAt(headerIndex);

    /// <summary>Writes the element of a header.</summary>
    /// <param name="headerIndex">The place of the header.</param>
    /// <param name="writer">Remains the caller's; it is not closed.</param>
    public void WriteHeader(int headerIndex, XmlDictionaryWriter writer) =>
        _headers[headerIndex].WriteHeader(writer, MessageVersion);

    /// <summary>Gets the headers in order.</summary>
    public IEnumerator<MessageHeaderInfo> GetEnumerator() => _headers.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    internal static MessageHeaders Join(MessageHeaders? first, MessageHeaders second)
    {
        if (first is null)
            return second;
        var joined = new MessageHeaders(first);
        joined.CopyHeadersFrom(second);
        return joined;
    }

    /// <summary>Gets the first header that must be understood and is not; those of WS-Addressing are.</summary>
    internal MessageHeader? FirstNotUnderstood()
    {
        foreach (var header in _headers)
        {
            if (header.MustUnderstand && !header.IsAddressing && !UnderstoodHeaders.Contains(header))
                return header;
        }

        return null;
    }

    private int IndexOf(string name, string ns, params string[] actors)
    {
        var index = FindHeader(name, ns, actors);
        return index >= 0
            ? index
            : throw new MessageHeaderException($"There is no header '{name}' of namespace '{ns}'.", name, ns);
    }

    private AddressingHeader? Find(XmlDictionaryString kind)
    {
        foreach (var header in _headers)
        {
            if (header is AddressingHeader addressing && addressing.Kind == kind)
                return addressing;
        }

        return null;
    }

    private void Set(XmlDictionaryString kind, object? value)
    {
        var at = _headers.FindIndex(h => h is AddressingHeader addressing && addressing.Kind == kind);
        if (at >= 0)
            _headers.RemoveAt(at);
        if (value is not null)
            _headers.Insert(at >= 0 ? at : _headers.Count, new AddressingHeader(kind, MessageVersion, value));
    }
}
