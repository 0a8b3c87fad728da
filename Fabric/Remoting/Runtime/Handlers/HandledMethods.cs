using System.Collections.Concurrent;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;

namespace SfPerf.Fabric.Remoting.Runtime.Handlers;

/// <summary>The methods of a service whose calls a message handler of the program takes. Thread safe.</summary>
internal sealed class HandledMethods(IServiceRemotingMessageHandler handler)
{
    private readonly ConcurrentDictionary<int, ServiceMethod> _called = new();

    /// <summary>Gets a method that a dispatcher of this process has named; null for another.</summary>
    internal ServiceMethod? Find(int id)
    {
        if (_called.TryGetValue(id, out var method))
            return method;
        return KnownMethods.Find(id) is { } known
            ? _called.GetOrAdd(id, ServiceMethodFactory.CreateHandled(known, handler))
            : null;
    }
}
