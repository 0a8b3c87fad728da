using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Threading;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;
using SfPerf.Fabric.Remoting.Runtime.Handlers;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>A service object reachable under one path of a shared listener.</summary>
/// <param name="methods">What can be called directly.</param>
/// <param name="convertors">Say how the service's exceptions travel; null for none.</param>
/// <param name="handler">Takes the calls of all other methods; null for none.</param>
internal sealed class ServiceRoute(
    IEnumerable<ServiceMethod> methods, IReadOnlyList<IExceptionConvertor>? convertors = null,
    IServiceRemotingMessageHandler? handler = null)
{
    private readonly FrozenDictionary<int, ServiceMethod> _methods = methods.ToFrozenDictionary(m => m.Id);
    private readonly HandledMethods? _handled = handler is null ? null : new(handler);
    private readonly ConcurrentDictionary<ServerConnection, int> _connections = new(); // their numbers of this route
    private bool _closed;

    /// <summary>Gets whether the replica's listener is gone: calls are answered that the replica is not here.</summary>
    internal bool IsClosed => Volatile.Read(ref _closed);

    internal IReadOnlyList<IExceptionConvertor> Convertors { get; } = convertors ?? [];

    internal void Close() => Volatile.Write(ref _closed, true);

    /// <summary>Notes the number that a connection names this route by.</summary>
    internal void Bind(ServerConnection connection, int number) => _connections[connection] = number;

    /// <summary>Forgets a connection that is closed.</summary>
    internal void Unbind(ServerConnection connection) => _connections.TryRemove(connection, out _);

    /// <summary>Answers each call that still runs that its replica has left: code of the service may never end that
    /// waits for something of a replica that is gone.</summary>
    internal void EndCalls()
    {
        foreach (var (connection, number) in _connections)
            connection.EndCalls(number);
        _connections.Clear();
    }

    internal ServiceMethod? Find(int method) => _methods.GetValueOrDefault(method) ?? _handled?.Find(method);
}
