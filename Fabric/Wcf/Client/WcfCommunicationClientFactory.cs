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

/// <summary>Makes and keeps channels to the replicas and instances of services.</summary>
public class WcfCommunicationClientFactory<TServiceContract>
    : CommunicationClientFactoryBase<WcfCommunicationClient<TServiceContract>>
    where TServiceContract : class
{
    private readonly Binding _binding;
    private readonly object _callback;

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

    protected virtual WcfCommunicationClient<TServiceContract> CreateWcfCommunicationClient(
        TServiceContract channel) => new(channel);

    protected override bool ValidateClient(WcfCommunicationClient<TServiceContract> client) =>
        ((IClientChannel)client.Channel).State == CommunicationState.Opened;

    protected override bool ValidateClient(string endpoint, WcfCommunicationClient<TServiceContract> client)
    {
        var channel = (IClientChannel)client.Channel;
        return channel.State == CommunicationState.Opened && channel.RemoteAddress.Uri == new Uri(endpoint);
    }

    protected override void AbortClient(WcfCommunicationClient<TServiceContract> client) =>
        ((IClientChannel)client.Channel).Abort();

    private static IEnumerable<IExceptionHandler> WithOurs(IEnumerable<IExceptionHandler> handlers) =>
        (handlers ?? []).Append(new WcfExceptionHandler());
}
