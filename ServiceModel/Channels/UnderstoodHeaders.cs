using System.Collections;
using System.Collections.Generic;

namespace System.ServiceModel.Channels;

/// <summary>The headers of a request that the service has dealt with: one that must be understood and is not among
/// them refuses the request.</summary>
public sealed class UnderstoodHeaders : IEnumerable<MessageHeaderInfo>
{
    private readonly List<MessageHeaderInfo> _headers = [];

    internal UnderstoodHeaders()
    {
    }

    public void Add(MessageHeaderInfo headerInfo)
    {
        ArgumentNullException.ThrowIfNull(headerInfo);
        if (!Contains(headerInfo))
            _headers.Add(headerInfo);
    }

    public bool Contains(MessageHeaderInfo headerInfo) => _headers.Contains(headerInfo);

    public IEnumerator<MessageHeaderInfo> GetEnumerator() => _headers.GetEnumerator();

    public void Remove(MessageHeaderInfo headerInfo) => _headers.Remove(headerInfo);

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
