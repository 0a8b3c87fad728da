using System.ServiceModel.Channels;

namespace System.ServiceModel.Dispatcher;

/// <summary>Sees the messages of a client. One object serves all calls of a factory, at once.</summary>
public interface IClientMessageInspector
{
    /// <summary>Runs when the reply has come, a fault too; what it throws, the call throws.</summary>
    /// <param name="reply">May be replaced; a message whose body was read must be.</param>
    /// <param name="correlationState">What <see cref="BeforeSendRequest"/> returned.</param>
    void AfterReceiveReply(ref Message reply, object? correlationState);

    /// <summary>Runs before the request is sent; what it throws, the call throws.</summary>
    object? BeforeSendRequest(ref Message request, IClientChannel channel);
}

/// <summary>Sees the messages of a service. One object serves all calls of an endpoint, at once.</summary>
public interface IDispatchMessageInspector
{
    /// <summary>Runs before the parameters are read; what it throws is told to the caller as if the operation had
    /// thrown it.</summary>
    /// <param name="request">May be replaced; a message whose body was read must be.</param>
    /// <param name="channel">The channel to the caller; null without a session.</param>
    /// <param name="instanceContext">The service's object.</param>
    object? AfterReceiveRequest(ref Message request, IClientChannel? channel, InstanceContext instanceContext);

    /// <summary>Runs before the reply is sent, a fault too; <paramref name="reply"/> is null for a one-way call.
    /// </summary>
    void BeforeSendReply(ref Message? reply, object? correlationState);
}

/// <summary>Sees the parameters of an operation, at a client or a service.</summary>
public interface IParameterInspector
{
    /// <summary>Runs when the operation has returned; at a client, when the reply was read.</summary>
    /// <param name="operationName">The name in the contract.</param>
    /// <param name="outputs">The out and ref arguments.</param>
    /// <param name="returnValue">The result; null for none.</param>
    /// <param name="correlationState">What <see cref="BeforeCall"/> returned.</param>
    void AfterCall(string operationName, object?[] outputs, object? returnValue, object? correlationState);

    /// <summary>Runs before the call; may change the inputs.</summary>
    object? BeforeCall(string operationName, object?[] inputs);
}
