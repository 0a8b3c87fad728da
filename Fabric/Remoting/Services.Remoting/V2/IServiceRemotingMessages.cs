#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Services.Remoting.V2;

/// <summary>
/// Represents a call as a message: from a proxy to the client that sends it, and from a listener to the message
/// handler.
/// </summary>
public interface IServiceRemotingRequestMessage
{
    /// <summary>Gets which method is called, and the headers of the program.</summary>
    /// <returns>The header.</returns>
    IServiceRemotingRequestMessageHeader GetHeader();

    /// <summary>Gets the arguments.</summary>
    /// <returns>The body.</returns>
    IServiceRemotingRequestMessageBody GetBody();
}

/// <summary>
/// Tells which method is called, and carries what the client's program adds to the call for the service's message
/// handler: up to 256 headers, of 64 KiB together with their names. One caller at a time may use it.
/// </summary>
public interface IServiceRemotingRequestMessageHeader
{
    /// <summary>Gets or sets the id of the method.</summary>
    int MethodId { get; set; }

    /// <summary>Gets or sets the id of the remote interface.</summary>
    int InterfaceId { get; set; }

    /// <summary>Gets or sets an id of the invocation. It is null unless set, and does not travel.</summary>
    string InvocationId { get; set; }

    /// <summary>Gets or sets the name of the method.</summary>
    string MethodName { get; set; }

    /// <summary>Gets or sets an id of the request. It does not travel: each side has one of its own.</summary>
    Guid RequestId { get; set; }

    /// <summary>
    /// Adds a header of the program. More or longer ones than may travel fail the call with a
    /// FabricMessageTooLargeException.
    /// </summary>
    /// <param name="headerName">The name.</param>
    /// <param name="headerValue">The value; it may be null.</param>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="FabricElementAlreadyExistsException">There is a header of this name.</exception>
    void AddHeader(string headerName, byte[] headerValue);

    /// <summary>Gets a header of the program.</summary>
    /// <param name="headerName">The name.</param>
    /// <param name="headerValue">The value; null if there is no such header, or it has no value.</param>
    /// <returns>True if there is such a header.</returns>
    bool TryGetHeaderValue(string headerName, out byte[] headerValue);
}

/// <summary>Holds the arguments of a call, without its cancellation token.</summary>
public interface IServiceRemotingRequestMessageBody
{
    /// <summary>Sets an argument.</summary>
    /// <param name="position">The position of the parameter, from zero.</param>
    /// <param name="parameName">The name of the parameter.</param>
    /// <param name="parameter">The argument. It is serialized when the call is sent.</param>
    void SetParameter(int position, string parameName, object parameter);

    /// <summary>Gets an argument.</summary>
    /// <param name="position">The position of the parameter, from zero.</param>
    /// <param name="parameName">The name of the parameter.</param>
    /// <param name="paramType">The type of the parameter.</param>
    /// <returns>The argument, which may be null.</returns>
    object GetParameter(int position, string parameName, Type paramType);
}

/// <summary>Represents the answer to a call.</summary>
public interface IServiceRemotingResponseMessage
{
    /// <summary>Gets the headers of the answer, which do not travel here.</summary>
    /// <returns>The header.</returns>
    IServiceRemotingResponseMessageHeader GetHeader();

    /// <summary>Gets the result.</summary>
    /// <returns>The body.</returns>
    IServiceRemotingResponseMessageBody GetBody();
}

/// <summary>
/// Holds the headers of an answer. They do not travel here: an answer with headers fails its call with a
/// NotSupportedException.
/// </summary>
public interface IServiceRemotingResponseMessageHeader
{
    /// <summary>Adds a header.</summary>
    /// <param name="headerName">The name.</param>
    /// <param name="headerValue">The value; it may be null.</param>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="FabricElementAlreadyExistsException">There is a header of this name.</exception>
    void AddHeader(string headerName, byte[] headerValue);

    /// <summary>Gets a header.</summary>
    /// <param name="headerName">The name.</param>
    /// <param name="headerValue">The value; null if there is no such header, or it has no value.</param>
    /// <returns>True if there is such a header.</returns>
    bool TryGetHeaderValue(string headerName, out byte[] headerValue);

    /// <summary>Determines whether there is no header.</summary>
    /// <returns>True if there is none.</returns>
    bool CheckIfItsEmpty();
}

/// <summary>Holds the result of a call.</summary>
public interface IServiceRemotingResponseMessageBody
{
    /// <summary>Sets the result.</summary>
    /// <param name="response">The result; null for a method without one.</param>
    void Set(object response);

    /// <summary>Gets the result.</summary>
    /// <param name="paramType">The type of the result.</param>
    /// <returns>The result, which may be null.</returns>
    object Get(Type paramType);
}

/// <summary>Makes the bodies of messages. Many threads call it at once.</summary>
public interface IServiceRemotingMessageBodyFactory
{
    /// <summary>Makes a body for the arguments of a call.</summary>
    /// <param name="interfaceName">The full name of the interface that is called.</param>
    /// <param name="methodName">The method that is called.</param>
    /// <param name="numberOfParameters">How many parameters will be set.</param>
    /// <param name="wrappedRequestObject">Null: parameters are set one by one.</param>
    /// <returns>The body.</returns>
    IServiceRemotingRequestMessageBody CreateRequest(
        string interfaceName, string methodName, int numberOfParameters, object wrappedRequestObject);

    /// <summary>Makes a body for the result of a call.</summary>
    /// <param name="interfaceName">The full name of the interface that was called.</param>
    /// <param name="methodName">The method that was called.</param>
    /// <param name="wrappedResponseObject">Null: the result is set by itself.</param>
    /// <returns>The body.</returns>
    IServiceRemotingResponseMessageBody CreateResponse(
        string interfaceName, string methodName, object wrappedResponseObject);
}
