#nullable disable

using System.Fabric;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace Microsoft.ServiceFabric.Services.Communication.Wcf.Client;

/// <summary>
/// Holds one channel to one replica or instance. The callers of an endpoint share it, so that many threads may use the
/// channel at once.
/// </summary>
/// <typeparam name="TServiceContract">The service contract.</typeparam>
public class WcfCommunicationClient<TServiceContract> : ICommunicationClient
    where TServiceContract : class
{
    internal WcfCommunicationClient(TServiceContract channel) => Channel = channel;

    /// <summary>Gets the channel, which is open. It is an <c>IClientChannel</c> as well.</summary>
    public TServiceContract Channel { get; }

    /// <summary>Gets or sets the endpoint that the channel was opened to. The client factory sets it.</summary>
    public ResolvedServiceEndpoint Endpoint { get; set; }

    /// <summary>
    /// Gets or sets the name of the listener that the channel was opened to. The client factory sets it.
    /// </summary>
    public string ListenerName { get; set; }

    /// <summary>
    /// Gets or sets the partition as it was resolved when the channel was found. The client factory sets it.
    /// </summary>
    public ResolvedServicePartition ResolvedServicePartition { get; set; }
}
