using System;
using System.Collections.Generic;
using System.Fabric;
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

    /// <summary>Gets the program's own headers.</summary>
    internal MessageHeaders Headers => _headers;

    public void AddHeader(string headerName, byte[] headerValue) => _headers.Add(headerName, headerValue);

    public bool TryGetHeaderValue(string headerName, out byte[] headerValue) =>
        _headers.TryGet(headerName, out headerValue);
}

/// <summary>Headers by name. One caller at a time.</summary>
/// <param name="values">Those that were read; null for none.</param>
internal sealed class MessageHeaders(Dictionary<string, byte[]?>? values = null)
{
    private Dictionary<string, byte[]?>? _values = values;

    internal bool IsEmpty => _values is not { Count: > 0 };

    /// <summary>Gets them all; null for none.</summary>
    internal IReadOnlyCollection<KeyValuePair<string, byte[]?>>? All => IsEmpty ? null : _values;

    /// <exception cref="FabricElementAlreadyExistsException">There is a header of this name.</exception>
    internal void Add(string name, byte[]? value)
    {
        ArgumentNullException.ThrowIfNull(name);
        if (!(_values ??= []).TryAdd(name, value))
            throw new FabricElementAlreadyExistsException($"There is a header '{name}' already.");
    }

    internal bool TryGet(string name, out byte[] value)
    {
        value = null!;
        return _values?.TryGetValue(name, out value!) == true;
    }
}
