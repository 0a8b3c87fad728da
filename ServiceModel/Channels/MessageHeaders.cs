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

    public MessageHeaders(MessageVersion version)
        : this(version, initialSize: 4)
    {
    }

    public MessageHeaders(MessageVersion version, int initialSize)
    {
        ArgumentNullException.ThrowIfNull(version);
        MessageVersion = version;
        _headers = new(initialSize);
    }

    /// <summary>Copies headers.</summary>
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

    public int Count => _headers.Count;

    /// <summary>Gets or sets the name of the message. The stack names requests that it awaits replies to; a name set
    /// for one must be a GUID, as <c>new UniqueId()</c> is.</summary>
    public UniqueId? MessageId { get => Find(Names.MessageId)?.Id; set => Set(Names.MessageId, value); }

    public MessageVersion MessageVersion { get; }

    public UniqueId? RelatesTo { get => Find(Names.RelatesTo)?.Id; set => Set(Names.RelatesTo, value); }

    /// <summary>Gets or sets where the message goes to; a channel sets its own address.</summary>
    public Uri? To
    {
        get => Find(Names.To) is { } to && Uri.TryCreate(to.Text, UriKind.RelativeOrAbsolute, out var uri) ? uri : null;
        set => Set(Names.To, value?.OriginalString);
    }

    /// <summary>Gets the headers that count as understood.</summary>
    public UnderstoodHeaders UnderstoodHeaders => field ??= new();

    public MessageHeaderInfo this[int index] => _headers[index];

    internal IReadOnlyList<MessageHeader> All => _headers;

    public void Add(MessageHeader header) => Insert(_headers.Count, header);

    public void Clear() => _headers.Clear();

    public void CopyHeaderFrom(Message message, int headerIndex)
    {
        ArgumentNullException.ThrowIfNull(message);
        CopyHeaderFrom(message.Headers, headerIndex);
    }

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

    public void CopyHeadersFrom(Message message)
    {
        ArgumentNullException.ThrowIfNull(message);
        CopyHeadersFrom(message.Headers);
    }

    public void CopyHeadersFrom(MessageHeaders collection)
    {
        ArgumentNullException.ThrowIfNull(collection);
        for (var i = 0; i < collection.Count; i++)
            CopyHeaderFrom(collection, i);
    }

    public void CopyTo(MessageHeaderInfo[] array, int index)
    {
        foreach (var header in _headers)
            array[index++] = header;
    }

    /// <summary>Finds a header for the node that takes the message; -1 when it is not there.</summary>
    /// <exception cref="MessageHeaderException">There are several.</exception>
    public int FindHeader(string name, string ns) => FindHeader(name, ns, "");

    /// <summary>Finds a header for one of the given nodes; -1 when it is not there.</summary>
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

    public T GetHeader<T>(int index) => GetHeader<T>(index, new DataContractSerializer(typeof(T)));

    public T GetHeader<T>(int index, XmlObjectSerializer serializer)
    {
        ArgumentNullException.ThrowIfNull(serializer);
        using var reader = GetReaderAtHeader(index);
        return (T)serializer.ReadObject(reader, verifyObjectName: false)!;
    }

    /// <exception cref="MessageHeaderException">There is no such header, or there are several.</exception>
    public T GetHeader<T>(string name, string ns) => GetHeader<T>(IndexOf(name, ns, ""));

    /// <exception cref="MessageHeaderException">There is no such header, or there are several.</exception>
    public T GetHeader<T>(string name, string ns, params string[] actors) => GetHeader<T>(IndexOf(name, ns, actors));

    /// <exception cref="MessageHeaderException">There is no such header, or there are several.</exception>
    public T GetHeader<T>(string name, string ns, XmlObjectSerializer serializer) =>
        GetHeader<T>(IndexOf(name, ns, ""), serializer);

    /// <summary>Gets a reader on the header's element.</summary>
    public XmlDictionaryReader GetReaderAtHeader(int headerIndex) => _headers[headerIndex].GetReader(MessageVersion);

    public bool HaveMandatoryHeadersBeenUnderstood() => FirstNotUnderstood() is null;

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

    public void RemoveAll(string name, string ns) => _headers.RemoveAll(h => h.Name == name && h.Namespace == ns);

    public void RemoveAt(int headerIndex) => _headers.RemoveAt(headerIndex);

    public void WriteHeader(int headerIndex, XmlDictionaryWriter writer) =>
        _headers[headerIndex].WriteHeader(writer, MessageVersion);

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
