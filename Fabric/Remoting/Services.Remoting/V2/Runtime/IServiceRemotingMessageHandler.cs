#nullable disable

using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;

/// <summary>
/// Takes the calls of a service as messages, with the headers that their clients added. A program's own usually derives
/// from <see cref="ServiceRemotingMessageDispatcher"/>, or has one, which calls the service. Many threads call it at
/// once.
/// </summary>
public interface IServiceRemotingMessageHandler
{
    /// <summary>Answers a call.</summary>
    /// <param name="requestContext">Where the call comes from. It is handed on to the dispatcher.</param>
    /// <param name="requestMessage">The call: its header, and its arguments as objects.</param>
    /// <returns>The answer. What the task fails with is what the call fails with. An answer with headers fails with a
    /// NotSupportedException, since they would not travel.</returns>
    Task<IServiceRemotingResponseMessage> HandleRequestResponseAsync(
        IServiceRemotingRequestContext requestContext, IServiceRemotingRequestMessage requestMessage);

    /// <summary>Takes a call without an answer. Proxies make none, and the runtime here never calls it.</summary>
    /// <param name="requestMessage">The message.</param>
    void HandleOneWayMessage(IServiceRemotingRequestMessage requestMessage);

    /// <summary>Gets what makes the bodies of the answers.</summary>
    /// <returns>A factory.</returns>
    IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory();
}

/// <summary>
/// Tells where a call comes from. A handler hands it on to its dispatcher, which finds the call's cancellation by it.
/// </summary>
public interface IServiceRemotingRequestContext
{
    /// <summary>Not supported: a service sends nothing by itself.</summary>
    /// <returns>Nothing.</returns>
    /// <exception cref="System.NotSupportedException">Always.</exception>
    IServiceRemotingCallbackClient GetCallBackClient();
}

/// <summary>
/// Sends to a client what it did not ask for. There is none here: the events of actors reach their subscribers by
/// another way.
/// </summary>
public interface IServiceRemotingCallbackClient
{
    /// <summary>Sends a message that has no answer.</summary>
    /// <param name="requestMessage">The message.</param>
    void SendOneWay(IServiceRemotingRequestMessage requestMessage);

    /// <summary>Gets what makes the bodies of messages.</summary>
    /// <returns>A factory.</returns>
    IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory();
}
