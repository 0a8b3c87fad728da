#nullable disable

using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;

/// <summary>
/// Takes the calls of a service as messages, with the headers that their clients added. A program's own usually
/// derives from <see cref="ServiceRemotingMessageDispatcher"/>, or has one, which calls the service. Many threads call
/// it at once.
/// </summary>
public interface IServiceRemotingMessageHandler
{
    /// <summary>Answers a call. What it throws is what the call failed with.</summary>
    Task<IServiceRemotingResponseMessage> HandleRequestResponseAsync(
        IServiceRemotingRequestContext requestContext, IServiceRemotingRequestMessage requestMessage);

    /// <summary>Takes a call without an answer. Proxies make none.</summary>
    void HandleOneWayMessage(IServiceRemotingRequestMessage requestMessage);

    IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory();
}

/// <summary>Where a call comes from. A handler hands it on to its dispatcher, which finds the call's cancellation by
/// it.</summary>
public interface IServiceRemotingRequestContext
{
    /// <exception cref="System.NotSupportedException">Always: a service sends nothing by itself.</exception>
    IServiceRemotingCallbackClient GetCallBackClient();
}

/// <summary>Sends to a client what it did not ask for. There is none here: the events of actors reach their subscribers
/// by another way.</summary>
public interface IServiceRemotingCallbackClient
{
    void SendOneWay(IServiceRemotingRequestMessage requestMessage);

    IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory();
}
