using System;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;
using SfPerf.Fabric.Remoting.Messages;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime.Handlers;

/// <summary>A remote method whose calls are handed to a message handler of the program. Thread safe.</summary>
internal abstract class HandledMethod(MethodInfo method)
{
    private readonly ArgumentReader[] _readers = ArgumentReaders.Of(method);

    internal static HandledMethod Create(MethodInfo method, IServiceRemotingMessageHandler handler) =>
        (HandledMethod)Activator.CreateInstance(
            typeof(HandledMethod<>).MakeGenericType(MethodTable.ResultType(method)), method, handler)!;

    internal object?[] ReadValues(ref MessageReader reader)
    {
        var values = new object?[_readers.Length];
        for (var i = 0; i < values.Length; i++)
            values[i] = _readers[i](ref reader);
        return values;
    }

    internal abstract Task HandleAsync(object?[] values, MessageHeaders headers, CancellationToken token);
}

/// <summary>A handled method whose result is a T.</summary>
internal sealed class HandledMethod<T>(MethodInfo method, IServiceRemotingMessageHandler handler)
    : HandledMethod(method)
{
    private readonly int _id = MethodTable.IdOf(method);
    private readonly int _interfaceId = MethodTable.IdOf(method.DeclaringType!.FullName!);
    private readonly string _name = method.Name;

    internal override Task HandleAsync(object?[] values, MessageHeaders headers, CancellationToken token)
    {
        var header = new ReceivedHeader(headers) { MethodId = _id, InterfaceId = _interfaceId, MethodName = _name };
        var answer = handler.HandleRequestResponseAsync(
            new RequestContext(token), new RequestMessage(header, new RequestBody(values)))
            ?? throw new InvalidOperationException("The message handler returned null where a task is expected.");
        return ResultAsync(answer);
    }

    // The caller answers with the result of this task: it must be a Task of T.
    private static async Task<T> ResultAsync(Task<IServiceRemotingResponseMessage> answer)
    {
        var response = await answer.ConfigureAwait(false);
        if (response?.GetHeader() is { } header && !header.CheckIfItsEmpty())
            throw new NotSupportedException("The headers of an answer are not supported: they would not travel.");
        return typeof(T) == typeof(Nothing) || response?.GetBody()?.Get(typeof(T)) is not { } result
            ? default!
            : (T)result;
    }
}
