using System.Reflection;
using System.ServiceModel.Description;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>Represents one method of a proxy.</summary>
internal sealed class ClientOperation
{
    private readonly Func<ReplyReader, object?[], ServiceChannel, TaskCall>? _makeCall;

    internal ClientOperation(OperationDescription operation, MethodInfo method, CallForm form)
    {
        Operation = operation;
        Form = form;
        if (form == CallForm.End)
            Places = OperationSignature.Of(operation).PlacesOf(method);
        if (form is not (CallForm.Task or CallForm.Begin))
            return;
        var result = form == CallForm.Begin ? typeof(object) : OperationSignature.ResultOf(method);
        _makeCall = typeof(ClientOperation)
            .GetMethod(nameof(MakeCall), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(result == typeof(void) ? typeof(object) : result)
            .CreateDelegate<Func<ReplyReader, object?[], ServiceChannel, TaskCall>>();
    }

    internal OperationDescription Operation { get; }

    internal CallForm Form { get; }

    /// <summary>Gets for each out and ref parameter of End its place among the call's arguments.</summary>
    internal int[] Places { get; } = [];

    internal TaskCall NewCall(ReplyReader reply, object?[] arguments, ServiceChannel channel) =>
        _makeCall!(reply, arguments, channel);

    private static TaskCall<T> MakeCall<T>(ReplyReader reply, object?[] arguments, ServiceChannel channel) =>
        reply.Operation.IsTerminating
            ? new TerminatingCall<T>(reply, arguments, channel) : new TaskCall<T>(reply, arguments);
}

/// <summary>Specifies how a proxy's method makes its call.</summary>
internal enum CallForm
{
    /// <summary>Waits for the reply.</summary>
    Sync,

    /// <summary>Returns a task.</summary>
    Task,

    /// <summary>Returns an <see cref="IAsyncResult"/>.</summary>
    Begin,

    /// <summary>Takes what Begin returned.</summary>
    End,
}
