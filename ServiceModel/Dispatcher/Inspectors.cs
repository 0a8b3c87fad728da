using System.ServiceModel.Channels;

namespace System.ServiceModel.Dispatcher;

/// <summary>Inspects the messages of a client. One object serves all calls of a factory, at once.</summary>
/// <remarks>In a synchronous call it runs on the caller's thread; in one that returns a task,
/// <see cref="AfterReceiveReply"/> runs on the thread pool.</remarks>
public interface IClientMessageInspector
{
    /// <summary>Runs when the reply has come, a fault too; what it throws, the call throws. It does not run for a
    /// one-way call, nor for a call that ends without a reply.</summary>
    /// <param name="reply">May be replaced; a message whose body was read must be. It need not be closed.</param>
    /// <param name="correlationState">What <see cref="BeforeSendRequest"/> returned.</param>
    void AfterReceiveReply(ref Message reply, object? correlationState);

    /// <summary>Runs before the request is sent; what it throws, the call throws.</summary>
    /// <param name="request">May be replaced, not by null; a message whose body was read must be. Headers added to it
    /// are sent.</param>
    /// <param name="channel">The channel that calls.</param>
    /// <returns>Handed to <see cref="AfterReceiveReply"/>; null for nothing.</returns>
    object? BeforeSendRequest(ref Message request, IClientChannel channel);
}

/// <summary>Inspects the messages of a service. One object serves all calls of an endpoint, at once.</summary>
/// <remarks>It sees neither requests that no operation takes nor the faults that answer them.</remarks>
public interface IDispatchMessageInspector
{
    /// <summary>Runs before the parameters are read; what it throws is told to the caller as if the operation had
    /// thrown it.</summary>
    /// <param name="request">May be replaced, not by null; a message whose body was read must be.</param>
    /// <param name="channel">The channel to the caller; null without a session.</param>
    /// <param name="instanceContext">The service's object.</param>
    /// <returns>Handed to <see cref="BeforeSendReply"/>; null for nothing.</returns>
    object? AfterReceiveRequest(ref Message request, IClientChannel? channel, InstanceContext instanceContext);

    /// <summary>Runs before the reply is sent, a fault too. What it throws becomes a fault, which inspectors do not
    /// see.</summary>
    /// <param name="reply">Null for a one-way call. May be replaced; null sends no reply, for which a client over a
    /// session waits until its timeout.</param>
    /// <param name="correlationState">What <see cref="AfterReceiveRequest"/> returned.</param>
    void BeforeSendReply(ref Message? reply, object? correlationState);
}

/// <summary>Inspects the parameters of an operation, at a client or a service. One object may serve several calls at
/// once.</summary>
public interface IParameterInspector
{
    /// <summary>Runs when the operation has returned; at a client, when the reply was read. It does not run after a
    /// fault.</summary>
    /// <param name="operationName">The name in the contract.</param>
    /// <param name="outputs">The out and ref arguments; it may change them.</param>
    /// <param name="returnValue">The result; null for none.</param>
    /// <param name="correlationState">What <see cref="BeforeCall"/> returned.</param>
    void AfterCall(string operationName, object?[] outputs, object? returnValue, object? correlationState);

    /// <summary>Runs before the call; what it throws, the call throws, or a service tells as if the operation had
    /// thrown it.</summary>
    /// <param name="operationName">The name in the contract.</param>
    /// <param name="inputs">The arguments that the request carries; it may change them.</param>
    /// <returns>Handed to <see cref="AfterCall"/>; null for nothing.</returns>
    object? BeforeCall(string operationName, object?[] inputs);
}
