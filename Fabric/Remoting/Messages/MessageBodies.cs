using System;
using Microsoft.ServiceFabric.Services.Remoting.V2;

namespace SfPerf.Fabric.Remoting.Messages;

/// <summary>Makes bodies that keep objects as they are: they are serialized when they are sent. Thread safe.</summary>
internal sealed class MessageBodyFactory : IServiceRemotingMessageBodyFactory
{
    public IServiceRemotingRequestMessageBody CreateRequest(
        string interfaceName, string methodName, int numberOfParameters, object? wrappedRequestObject) =>
        new RequestBody(new object?[numberOfParameters]);

    public IServiceRemotingResponseMessageBody CreateResponse(
        string interfaceName, string methodName, object? wrappedResponseObject) => new ResponseBody();
}

/// <summary>The arguments of a call.</summary>
internal sealed class RequestBody(object?[] values) : IServiceRemotingRequestMessageBody
{
    public void SetParameter(int position, string parameName, object? parameter) => values[position] = parameter;

    public object? GetParameter(int position, string parameName, Type paramType) => values[position];
}

/// <summary>The result of a call.</summary>
internal sealed class ResponseBody : IServiceRemotingResponseMessageBody
{
    private object? _value;

    public void Set(object? response) => _value = response;

    public object? Get(Type paramType) => _value;
}

/// <summary>The answer to a call. Its headers do not travel.</summary>
internal sealed class ResponseMessage(IServiceRemotingResponseMessageBody body)
    : IServiceRemotingResponseMessage, IServiceRemotingResponseMessageHeader
{
    private readonly MessageHeaders _headers = new();

    public IServiceRemotingResponseMessageHeader GetHeader() => this;

    public IServiceRemotingResponseMessageBody GetBody() => body;

    public void AddHeader(string headerName, byte[] headerValue) => _headers.Add(headerName, headerValue);

    public bool TryGetHeaderValue(string headerName, out byte[] headerValue) =>
        _headers.TryGet(headerName, out headerValue);

    public bool CheckIfItsEmpty() => _headers.IsEmpty;
}
