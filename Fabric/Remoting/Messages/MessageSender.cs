using System;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Messages;

/// <summary>
/// Sends the calls of a proxy as messages, by the client factory that a program chose. Thread safe.
/// </summary>
internal sealed class MessageSender(
    IServiceRemotingClientFactory factory, Uri service, ServicePartitionKey key, TargetReplicaSelector selector,
    string? listenerName, OperationRetrySettings retrySettings)
    : ServicePartitionClient<IServiceRemotingClient>(factory, service, key, selector, listenerName, retrySettings),
        IServiceRemotingPartitionClient
{
    /// <summary>Gets what makes the header of a call; proxies of actors have one that names the actor.</summary>
    internal Func<RemoteMethod, Action<MessageBuffer>, CancellationToken, RequestHeader> CreateHeader { get; init; } =
        static (method, writeTarget, token) => new(method, writeTarget, token);

    internal async Task<T> CallAsync<T>(
        MethodInfo called, object?[] arguments, Action<MessageBuffer> writeTarget, CancellationToken token)
    {
        var method = RemoteMethod.Of(called);
        var body = factory.GetRemotingMessageBodyFactory()
            .CreateRequest(method.InterfaceName, method.Name, method.Parameters.Length, null);
        for (var i = 0; i < method.Parameters.Length; i++)
            body.SetParameter(i, method.Parameters[i].Name, arguments[i]);
        IServiceRemotingRequestMessage message = new RequestMessage(CreateHeader(method, writeTarget, token), body);
        var response = await InvokeWithRetryAsync(client => client.RequestResponseAsync(message), token)
            .ConfigureAwait(false);
        return typeof(T) == typeof(Nothing) || response?.GetBody()?.Get(typeof(T)) is not { } result
            ? default!
            : (T)result;
    }
}
