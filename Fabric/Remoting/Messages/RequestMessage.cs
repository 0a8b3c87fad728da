using System;
using System.Collections.Generic;
using System.Threading;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Messages;

/// <summary>A proxy's call as a message.</summary>
internal sealed class RequestMessage(
    IServiceRemotingRequestMessageHeader header, IServiceRemotingRequestMessageBody body)
    : IServiceRemotingRequestMessage
{
    public IServiceRemotingRequestMessageHeader GetHeader() => header;

    public IServiceRemotingRequestMessageBody GetBody() => body;
}

/// <summary>The header that proxies write; it knows the method, so that our client can send it.</summary>
internal class RequestHeader(RemoteMethod method, Action<MessageBuffer> writeTarget, CancellationToken token)
    : IServiceRemotingRequestMessageHeader
{
    private readonly MessageHeaders _headers = new();

    public int MethodId { get; set; } = method.Id;

    public int InterfaceId { get; set; } = MethodTable.IdOf(method.InterfaceName);

    public string? InvocationId { get; set; }

    public string MethodName { get; set; } = method.Name;

    public Guid RequestId { get; set; } = Guid.NewGuid();

    internal RemoteMethod Method => method;

    internal Action<MessageBuffer> WriteTarget => writeTarget;

    internal CancellationToken Token => token;

    /// <summary>Gets whether there is none of the program's own headers.</summary>
    internal bool IsPlain => _headers.IsEmpty;

    public void AddHeader(string headerName, byte[] headerValue) => _headers.Add(headerName, headerValue);

    public bool TryGetHeaderValue(string headerName, out byte[] headerValue) =>
        _headers.TryGet(headerName, out headerValue);
}

/// <summary>Headers by name. One caller at a time.</summary>
internal sealed class MessageHeaders
{
    private readonly Dictionary<string, byte[]> _values = new(StringComparer.Ordinal);

    internal bool IsEmpty => _values.Count == 0;

    internal void Add(string name, byte[] value)
    {
        if (!_values.TryAdd(name, value))
            throw new ArgumentException($"There is a header '{name}' already.", nameof(name));
    }

    internal bool TryGet(string name, out byte[] value) => _values.TryGetValue(name, out value!);
}
