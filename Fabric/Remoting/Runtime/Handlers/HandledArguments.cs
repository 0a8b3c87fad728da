using System;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;
using SfPerf.Fabric.Remoting.Messages;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime.Handlers;

/// <summary>The arguments and headers of a call that a message handler takes: it gets them as a message.</summary>
internal readonly struct HandledArguments(object?[] values, MessageHeaders headers) : IArguments<HandledArguments>
{
    public static object Bind(MethodInfo method, object service) =>
        HandledMethod.Create(method, (IServiceRemotingMessageHandler)service);

    public static object BindOpen(MethodInfo method) =>
        throw new NotSupportedException("A message handler is the only object that its calls are for.");

    public static HandledArguments Read(object bound, ref MessageReader reader) =>
        new(((HandledMethod)bound).ReadValues(ref reader), new());

    public static HandledArguments ReadWithHeaders(object bound, ref MessageReader reader)
    {
        var headers = new MessageHeaders(HeaderBlock.Read(ref reader));
        return new(((HandledMethod)bound).ReadValues(ref reader), headers);
    }

    public void GiveBack(ReusedArrays arrays)
    {
        // The handler may keep the message.
    }

    public Task Invoke(object bound, CancellationToken token) =>
        ((HandledMethod)bound).HandleAsync(values, headers, token);

    public Task InvokeOn(object target, object bound, CancellationToken token) => Invoke(bound, token);
}
