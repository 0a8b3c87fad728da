#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Services.Remoting.V2;

/// <summary>A call on its way from a proxy to the client that sends it.</summary>
public interface IServiceRemotingRequestMessage
{
    IServiceRemotingRequestMessageHeader GetHeader();

    IServiceRemotingRequestMessageBody GetBody();
}

/// <summary>Which method is called, and what the client's program adds to it for the service's message handler: up to
/// 256 headers, of 64 KiB together with their names.</summary>
public interface IServiceRemotingRequestMessageHeader
{
    int MethodId { get; set; }

    int InterfaceId { get; set; }

    string InvocationId { get; set; }

    string MethodName { get; set; }

    Guid RequestId { get; set; }

    /// <exception cref="FabricElementAlreadyExistsException">There is a header of this name.</exception>
    void AddHeader(string headerName, byte[] headerValue);

    bool TryGetHeaderValue(string headerName, out byte[] headerValue);
}

/// <summary>The arguments of a call, without its cancellation token.</summary>
public interface IServiceRemotingRequestMessageBody
{
    void SetParameter(int position, string parameName, object parameter);

    object GetParameter(int position, string parameName, Type paramType);
}

/// <summary>What came back for a call.</summary>
public interface IServiceRemotingResponseMessage
{
    IServiceRemotingResponseMessageHeader GetHeader();

    IServiceRemotingResponseMessageBody GetBody();
}

public interface IServiceRemotingResponseMessageHeader
{
    /// <exception cref="FabricElementAlreadyExistsException">There is a header of this name.</exception>
    void AddHeader(string headerName, byte[] headerValue);

    bool TryGetHeaderValue(string headerName, out byte[] headerValue);

    bool CheckIfItsEmpty();
}

/// <summary>The result of a call.</summary>
public interface IServiceRemotingResponseMessageBody
{
    void Set(object response);

    object Get(Type paramType);
}

/// <summary>Makes the bodies of messages.</summary>
public interface IServiceRemotingMessageBodyFactory
{
    /// <param name="interfaceName">The interface that is called.</param>
    /// <param name="methodName">The method that is called.</param>
    /// <param name="numberOfParameters">How many parameters will be set.</param>
    /// <param name="wrappedRequestObject">Null: parameters are set one by one.</param>
    IServiceRemotingRequestMessageBody CreateRequest(
        string interfaceName, string methodName, int numberOfParameters, object wrappedRequestObject);

    /// <param name="interfaceName">The interface that was called.</param>
    /// <param name="methodName">The method that was called.</param>
    /// <param name="wrappedResponseObject">Null: the result is set by itself.</param>
    IServiceRemotingResponseMessageBody CreateResponse(
        string interfaceName, string methodName, object wrappedResponseObject);
}
