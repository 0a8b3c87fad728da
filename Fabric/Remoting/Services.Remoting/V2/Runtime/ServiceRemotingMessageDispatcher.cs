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
/// <remarks>
/// The interfaces of all dispatchers of a process are known to all listeners of the process that have a message
/// handler.
/// </remarks>
public class ServiceRemotingMessageDispatcher : IServiceRemotingMessageHandler, IDisposable
{
    private readonly object _service;
    private readonly IServiceRemotingMessageBodyFactory _bodies;
    private readonly Dictionary<int, DispatchedMethod> _methods;

    /// <summary>
    /// Initializes a dispatcher for given remote interfaces, which need not derive from <see cref="IService"/>.
    /// </summary>
    /// <param name="remotingTypes">The remote interfaces.</param>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="serviceImplementation">Implements the interfaces.</param>
    /// <param name="serviceRemotingMessageBodyFactory">Makes the bodies of answers; null for the default.</param>
    /// <exception cref="ArgumentException">An interface has a method that cannot be called remotely.</exception>
    /// <exception cref="ArgumentNullException">The interfaces, the context or the service is null.</exception>
    public ServiceRemotingMessageDispatcher(
        IEnumerable<Type> remotingTypes,
        ServiceContext serviceContext,
        object serviceImplementation,
        IServiceRemotingMessageBodyFactory serviceRemotingMessageBodyFactory = null)
        : this(serviceContext, serviceImplementation, remotingTypes?.SelectMany(MethodTable.Of),
            serviceRemotingMessageBodyFactory)
    {
    }

    /// <summary>Initializes a dispatcher for the remote interfaces that a service implements.</summary>
    /// <param name="serviceContext">The context of the replica or instance.</param>
    /// <param name="serviceImplementation">The service, which implements one remote interface at least.</param>
    /// <param name="serviceRemotingMessageBodyFactory">Makes the bodies of answers; null for the default.</param>
    /// <exception cref="ArgumentException">The service implements no remote interface, or one with a method that cannot
    /// be called remotely.</exception>
    /// <exception cref="ArgumentNullException">The context or the service is null.</exception>
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

    /// <summary>
    /// Calls the service's method that the headers name, for a program that has calls of its own to dispatch.
    /// </summary>
    /// <param name="requestMessageDispatchHeaders">The full name of the interface and the name of the method. Of
    /// overloaded methods it is any one.</param>
    /// <param name="requestMessageBody">The arguments.</param>
    /// <param name="cancellationToken">Given to the method if it takes one.</param>
    /// <returns>The body with the result. The task fails with what the method threw.</returns>
    /// <exception cref="ArgumentNullException">The headers are null.</exception>
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

    /// <summary>Calls the service's method that the message names. Its headers are not looked at.</summary>
    /// <param name="requestContext">The context that the listener gave, by which the method gets the call's
    /// cancellation; null, or another one, for none.</param>
    /// <param name="requestMessage">The call.</param>
    /// <returns>The answer with the result. The task fails with what the method threw.</returns>
    /// <exception cref="ArgumentNullException">The message is null.</exception>
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

    /// <summary>Refuses a call without an answer: that is for a program's own handler.</summary>
    /// <param name="requestMessage">The message.</param>
    /// <exception cref="NotSupportedException">Always. Service Fabric throws another exception.</exception>
    public virtual void HandleOneWayMessage(IServiceRemotingRequestMessage requestMessage) =>
        throw new NotSupportedException($"{GetType().Name} takes no call without an answer.");

    /// <inheritdoc/>
    public IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory() => _bodies;

    /// <summary>Does nothing: the dispatcher holds nothing by itself.</summary>
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
