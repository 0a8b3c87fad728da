using System.Collections.Frozen;
using System.Collections.Generic;
using System.Threading;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>A service object reachable under one path of a shared listener.</summary>
/// <param name="methods">What can be called.</param>
/// <param name="convertors">Say how the service's exceptions travel; null for none.</param>
internal sealed class ServiceRoute(
    IEnumerable<ServiceMethod> methods, IReadOnlyList<IExceptionConvertor>? convertors = null)
{
    private readonly FrozenDictionary<int, ServiceMethod> _methods = methods.ToFrozenDictionary(m => m.Id);
    private bool _closed;

    /// <summary>Gets whether the replica's listener is gone: calls are answered that the replica is not here.</summary>
    internal bool IsClosed => Volatile.Read(ref _closed);

    internal IReadOnlyList<IExceptionConvertor> Convertors { get; } = convertors ?? [];

    internal void Close() => Volatile.Write(ref _closed, true);

    internal ServiceMethod? Find(int method) => _methods.GetValueOrDefault(method);
}
