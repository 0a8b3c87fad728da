#nullable disable

using System;
using System.Collections.Generic;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace Microsoft.ServiceFabric.Services.Communication.Wcf.Client;

/// <summary>
/// Opens and keeps channels to the replicas and instances of services, one for each address. Thread safe. A
/// <c>ServicePartitionClient</c> uses it to call a service and to repeat calls that failed.
/// </summary>
/// <typeparam name="TServiceContract">The service contract.</typeparam>
public class WcfCommunicationClientFactory<TServiceContract>
    : CommunicationClientFactoryBase<WcfCommunicationClient<TServiceContract>>
    where TServiceContract : class
{
    private readonly Binding _binding;
    private readonly object _callback;

    /// <summary>Initializes a new instance.</summary>
    /// <param name="clientBinding">The binding of the channels; null for that of
    /// <see cref="WcfUtility.CreateTcpClientBinding"/>.</param>
    /// <param name="exceptionHandlers">Asked in this order what to do with a failed call, before a
    /// <see cref="WcfExceptionHandler"/>, which always comes last; null for none.</param>
    /// <param name="servicePartitionResolver">Finds the endpoints; null for the resolver of the process.</param>
    /// <param name="traceId">An id of the factory; null for a new one.</param>
    /// <param name="callback">An object that implements the callback contract; null for a contract without callbacks.
    /// All channels of the factory share it.</param>
    public WcfCommunicationClientFactory(
        Binding clientBinding = null,
        IEnumerable<IExceptionHandler> exceptionHandlers = null,
        IServicePartitionResolver servicePartitionResolver = null,
        string traceId = null,
        object callback = null)
        : base(true, servicePartitionResolver, WithOurs(exceptionHandlers), traceId)
    {
        _binding = clientBinding ?? WcfUtility.CreateTcpClientBinding();
        _callback = callback;
    }

    /// <summary>Opens a channel to an address, within the open timeout of the binding.</summary>
    /// <param name="endpoint">The address that a listener has published.</param>
    /// <param name="cancellationToken">Asked before the channel is opened.</param>
    /// <returns>The client with the open channel.</returns>
    /// <exception cref="EndpointNotFoundException">Nobody listens at the address, or the channel did not open in time.
    /// A retry resolves the service again.</exception>
    protected override async Task<WcfCommunicationClient<TServiceContract>> CreateClientAsync(
        string endpoint, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var address = new EndpointAddress(endpoint);
        var channel = _callback is null
            ? ChannelFactory<TServiceContract>.CreateChannel(_binding, address)
            : DuplexChannelFactory<TServiceContract>.CreateChannel(_callback, _binding, address);
        var opening = (IClientChannel)channel;
        try
        {
            await Task.Factory.FromAsync(
                (callback, state) => opening.BeginOpen(_binding.OpenTimeout, callback, state), opening.EndOpen, null)
                .ConfigureAwait(false);
        }
        catch (TimeoutException e)
        {
            // Nothing was sent yet: resolving again is right, as it is when nobody listens.
            opening.Abort();
            throw new EndpointNotFoundException($"Connecting to '{endpoint}' took too long.", e);
        }
        catch
        {
            opening.Abort();
            throw;
        }

        return CreateWcfCommunicationClient(channel);
    }

    /// <summary>Creates the client of a channel. A derived class may override it to make a client of its own.</summary>
    /// <param name="channel">The channel, which is open.</param>
    /// <returns>The client.</returns>
    protected virtual WcfCommunicationClient<TServiceContract> CreateWcfCommunicationClient(
        TServiceContract channel) => new(channel);

    /// <summary>Determines whether the channel of a client can still be used.</summary>
    /// <param name="client">The client.</param>
    /// <returns>True if the channel is open.</returns>
    protected override bool ValidateClient(WcfCommunicationClient<TServiceContract> client) =>
        ((IClientChannel)client.Channel).State == CommunicationState.Opened;

    /// <summary>Determines whether the channel of a client can still be used and is one to a given address.</summary>
    /// <param name="endpoint">The address.</param>
    /// <param name="client">The client.</param>
    /// <returns>True if the channel is open and has this address.</returns>
    protected override bool ValidateClient(string endpoint, WcfCommunicationClient<TServiceContract> client)
    {
        var channel = (IClientChannel)client.Channel;
        return channel.State == CommunicationState.Opened && channel.RemoteAddress.Uri == new Uri(endpoint);
    }

    /// <summary>Aborts the channel of a client. Its calls under way fail.</summary>
    /// <param name="client">The client.</param>
    protected override void AbortClient(WcfCommunicationClient<TServiceContract> client) =>
        ((IClientChannel)client.Channel).Abort();

    private static IEnumerable<IExceptionHandler> WithOurs(IEnumerable<IExceptionHandler> handlers) =>
        (handlers ?? []).Append(new WcfExceptionHandler());
}
