using System.Collections;
using System.Collections.Generic;
using System.Runtime.Serialization;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel.Channels;

/// <summary>The headers a request came with.</summary>
public sealed class MessageHeaders : IEnumerable<MessageHeaderInfo>
{
    private readonly List<HeaderElement> _others;

    internal MessageHeaders(
        MessageVersion version, string? action, MessageName messageId, string? to, List<HeaderElement>? others)
    {
        MessageVersion = version;
        Action = action;
        MessageId = messageId.ToUniqueId();
        To = to is not null && Uri.TryCreate(to, UriKind.RelativeOrAbsolute, out var uri) ? uri : null;
        _others = others ?? [];
    }

    public string? Action { get; }

    public int Count => _others.Count;

    public UniqueId? MessageId { get; }

    public MessageVersion MessageVersion { get; }

    public Uri? To { get; }

    /// <summary>Finds a header beside the addressing ones; -1 when it is not there.</summary>
    public int FindHeader(string name, string ns) =>
        _others.FindIndex(h => h.Name == name && h.Namespace == ns);

    public T GetHeader<T>(int index)
    {
        using var reader = XmlDictionaryReader.CreateDictionaryReader(new XmlNodeReader(_others[index].Element));
        reader.MoveToContent();
        return (T)new DataContractSerializer(typeof(T)).ReadObject(reader, verifyObjectName: false)!;
    }

    public T GetHeader<T>(string name, string ns)
    {
        var index = FindHeader(name, ns);
        return index >= 0
            ? GetHeader<T>(index)
            : throw new InvalidOperationException($"There is no header '{name}' of namespace '{ns}'.");
    }

    public IEnumerator<MessageHeaderInfo> GetEnumerator()
    {
        foreach (var header in _others)
            yield return new(header.Name, header.Namespace, header.MustUnderstand);
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

/// <summary>What a header is called.</summary>
public sealed class MessageHeaderInfo
{
    internal MessageHeaderInfo(string name, string ns, bool mustUnderstand)
    {
        Name = name;
        Namespace = ns;
        MustUnderstand = mustUnderstand;
    }

    public bool MustUnderstand { get; }

    public string Name { get; }

    public string Namespace { get; }
}
