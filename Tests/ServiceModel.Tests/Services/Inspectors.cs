using System;
using System.Collections.Concurrent;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Notes what it sees on both sides, and does with messages what a test says.</summary>
internal sealed class Inspectors : IEndpointBehavior, IClientMessageInspector, IDispatchMessageInspector
{
    internal delegate void Change(ref Message message);

    internal ConcurrentQueue<string> Seen { get; } = [];

    internal Change? OnRequest { get; init; }

    internal Change? OnReply { get; init; }

    public void AddBindingParameters(ServiceEndpoint endpoint, BindingParameterCollection bindingParameters)
    {
    }

    public void ApplyClientBehavior(ServiceEndpoint endpoint, ClientRuntime clientRuntime) =>
        clientRuntime.ClientMessageInspectors.Add(this);

    public void ApplyDispatchBehavior(ServiceEndpoint endpoint, EndpointDispatcher endpointDispatcher) =>
        endpointDispatcher.DispatchRuntime.MessageInspectors.Add(this);

    public void Validate(ServiceEndpoint endpoint)
    {
    }

    public object? BeforeSendRequest(ref Message request, IClientChannel channel) => See(ref request, "request");

    public void AfterReceiveReply(ref Message reply, object? correlationState) =>
        SeeReply(ref reply, correlationState);

    public object? AfterReceiveRequest(ref Message request, IClientChannel? channel, InstanceContext instanceContext)
    {
        ArgumentNullException.ThrowIfNull(instanceContext.GetServiceInstance());
        return See(ref request, "request");
    }

    public void BeforeSendReply(ref Message? reply, object? correlationState)
    {
        if (reply is null)
            Seen.Enqueue($"no reply of {correlationState}");
        else
            SeeReply(ref reply, correlationState);
    }

    private string See(ref Message request, string what)
    {
        Seen.Enqueue($"{what} {ActionOf(request)}");
        OnRequest?.Invoke(ref request);
        return ActionOf(request);
    }

    private void SeeReply(ref Message reply, object? correlationState)
    {
        Seen.Enqueue($"{(reply.IsFault ? "fault" : "reply")} of {correlationState}");
        OnReply?.Invoke(ref reply);
    }

    private static string ActionOf(Message message) =>
        message.Headers.Action is { } action ? action[(action.LastIndexOf('/') + 1)..] : "none";
}
