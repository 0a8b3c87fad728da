#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;
using SfPerf.Fabric.Remoting.Messages;
using SfPerf.Fabric.Remoting.Runtime.Handlers;
using SfPerf.Fabric.Remoting.Wire;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;

/// <summary>
/// Calls a service's methods with what messages say. A program that reads the headers of its calls derives from it and
/// overrides <see cref="HandleRequestResponseAsync(IServiceRemotingRequestContext, IServiceRemotingRequestMessage)"/>.
/// Without one, a listener calls the service directly, which costs less. Thread safe.
/// </summary>
public class ServiceRemotingMessageDispatcher : IServiceRemotingMessageHandler, IDisposable
{
    private readonly object _service;
    private readonly IServiceRemotingMessageBodyFactory _bodies;
    private readonly Dictionary<int, DispatchedMethod> _methods;

    /// <param name="remotingTypes">The remote interfaces, which need not derive from IService.</param>
    /// <param name="serviceContext">The replica or instance.</param>
    /// <param name="serviceImplementation">Implements them.</param>
    /// <param name="serviceRemotingMessageBodyFactory">Makes the bodies of answers; null for the default.</param>
    /// <exception cref="ArgumentException">An interface has a method that cannot be remote.</exception>
    public ServiceRemotingMessageDispatcher(
        IEnumerable<Type> remotingTypes,
        ServiceContext serviceContext,
        object serviceImplementation,
        IServiceRemotingMessageBodyFactory serviceRemotingMessageBodyFactory = null)
        : this(serviceContext, serviceImplementation, remotingTypes?.SelectMany(MethodTable.Of),
            serviceRemotingMessageBodyFactory)
    {
    }

    /// <param name="serviceContext">The replica or instance.</param>
    /// <param name="serviceImplementation">Implements the remote interfaces.</param>
    /// <param name="serviceRemotingMessageBodyFactory">Makes the bodies of answers; null for the default.</param>
    /// <exception cref="ArgumentException">
    /// The service implements no remote interface, or one with a bad method.
    /// </exception>
    public ServiceRemotingMessageDispatcher(
        ServiceContext serviceContext,
        IService serviceImplementation,
        IServiceRemotingMessageBodyFactory serviceRemotingMessageBodyFactory = null)
        : this(serviceContext, serviceImplementation,
            FabricTransportServiceRemotingListener.ContractsOf(serviceImplementation).SelectMany(MethodTable.Of),
            serviceRemotingMessageBodyFactory)
    {
    }

    private ServiceRemotingMessageDispatcher(
        ServiceContext context, object service, IEnumerable<MethodInfo> methods,
        IServiceRemotingMessageBodyFactory bodies)
    {
        ArgumentNullException.ThrowIfNull(context, "serviceContext");
        ArgumentNullException.ThrowIfNull(service, "serviceImplementation");
        ArgumentNullException.ThrowIfNull(methods, "remotingTypes");
        (_service, _bodies) = (service, bodies ?? new MessageBodyFactory());
        MethodInfo[] all = [.. methods.Distinct()];
        KnownMethods.Add(all);
        _methods = all.Select(DispatchedMethod.Create).ToDictionary(m => m.Id);
    }

    /// <summary>Calls the service's method of this name.</summary>
    /// <exception cref="NotSupportedException">The service has no such method.</exception>
    public virtual async Task<IServiceRemotingResponseMessageBody> HandleRequestResponseAsync(
        ServiceRemotingDispatchHeaders requestMessageDispatchHeaders,
        IServiceRemotingRequestMessageBody requestMessageBody,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(requestMessageDispatchHeaders);
        var (contract, name) =
            (requestMessageDispatchHeaders.ServiceInterfaceName, requestMessageDispatchHeaders.MethodName);
        var method = _methods.Values.FirstOrDefault(m => m.InterfaceName == contract && m.Name == name)
            ?? throw new NotSupportedException($"The service has no remote method '{contract}.{name}'.");
        return await CallAsync(method, requestMessageBody, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Calls the service's method that the message names. Headers are not looked at.</summary>
    /// <exception cref="MissingMethodException">The service has no such method.</exception>
    public virtual async Task<IServiceRemotingResponseMessage> HandleRequestResponseAsync(
        IServiceRemotingRequestContext requestContext, IServiceRemotingRequestMessage requestMessage)
    {
        ArgumentNullException.ThrowIfNull(requestMessage);
        var id = requestMessage.GetHeader().MethodId;
        if (!_methods.TryGetValue(id, out var method))
            throw new MissingMethodException($"The service has no remote method with the id {id:x8}.");
        var token = (requestContext as RequestContext)?.Token ?? CancellationToken.None;
        return new ResponseMessage(
            await CallAsync(method, requestMessage.GetBody(), token).ConfigureAwait(false));
    }

    /// <exception cref="NotSupportedException">Always: a call without an answer is for a program's own
    /// handler.</exception>
    public virtual void HandleOneWayMessage(IServiceRemotingRequestMessage requestMessage) =>
        throw new NotSupportedException($"{GetType().Name} takes no call without an answer.");

    public IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory() => _bodies;

    /// <summary>Ends the object. It holds nothing by itself.</summary>
    public void Dispose() => GC.SuppressFinalize(this);

    private async Task<IServiceRemotingResponseMessageBody> CallAsync(
        DispatchedMethod method, IServiceRemotingRequestMessageBody body, CancellationToken token)
    {
        var result = await method.InvokeAsync(_service, body, token).ConfigureAwait(false);
        var response = _bodies.CreateResponse(method.InterfaceName, method.Name, null);
        response.Set(result);
        return response;
    }
}
