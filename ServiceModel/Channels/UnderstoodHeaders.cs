using System.Collections;
using System.Collections.Generic;

namespace System.ServiceModel.Channels;

/// <summary>The headers of a request that the service has dealt with: one that must be understood and is not among them
/// refuses the request.</summary>
/// <remarks>It has an effect where the request is a <see cref="Message"/>: a message inspector adds the headers that it
/// understands. Headers of a message contract, and those of WS-Addressing, count as understood. A request to an
/// operation that itself takes a <see cref="Message"/> is not refused. Not safe for several threads.</remarks>
public sealed class UnderstoodHeaders : IEnumerable<MessageHeaderInfo>
{
    private readonly List<MessageHeaderInfo> _headers = [];

    internal UnderstoodHeaders()
    {
    }

    /// <summary>Makes a header count as understood.</summary>
    /// <param name="headerInfo">One of the message's headers; not null.</param>
    public void Add(MessageHeaderInfo headerInfo)
    {
        ArgumentNullException.ThrowIfNull(headerInfo);
        if (!Contains(headerInfo))
            _headers.Add(headerInfo);
    }

    /// <summary>Tells whether a header counts as understood by having been added.</summary>
    public bool Contains(MessageHeaderInfo headerInfo) => _headers.Contains(headerInfo);

    /// <summary>Gets the headers that were added.</summary>
    public IEnumerator<MessageHeaderInfo> GetEnumerator() => _headers.GetEnumerator();

    /// <summary>Makes a header no longer count as understood. Does nothing if it was not added.</summary>
    public void Remove(MessageHeaderInfo headerInfo) => _headers.Remove(headerInfo);

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
