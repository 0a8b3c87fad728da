#nullable disable

using System.Collections.ObjectModel;

namespace System.Fabric.Description;

/// <summary>An endpoint that a service manifest declares, with the port that it got on this node.</summary>
public sealed class EndpointResourceDescription
{
    /// <summary>Gets or sets the protocol that the manifest names.</summary>
    public EndpointProtocol Protocol { get; set; }

    /// <summary>Gets or sets whether the endpoint is for clients or within the cluster, as the manifest says.</summary>
    public EndpointType EndpointType { get; set; }

    /// <summary>
    /// Gets the port to listen at: a free one of the node's range, or the one that the manifest names.
    /// </summary>
    /// <remarks>
    /// On a cluster of several nodes, tcp, http and https endpoints with a fixed port get a free one as well. The
    /// cluster listens at the fixed port and passes connections on.
    /// </remarks>
    public int Port { get; internal set; }

    /// <summary>Gets or sets the name of a certificate; empty here.</summary>
    public string Certificate { get; set; }

    /// <summary>Gets or sets the name of the code package that registers service types.</summary>
    public string CodePackageName { get; set; }

    /// <summary>Gets or sets the address of the node, which is on loopback.</summary>
    public string IpAddressOrFqdn { get; set; }

    /// <summary>Gets or sets the name of the endpoint.</summary>
    public string Name { get; set; }

    /// <summary>Gets or sets the end of the address's path that the manifest names; empty without one.</summary>
    public string PathSuffix { get; set; }

    /// <summary>Gets or sets the scheme of the address that the manifest names; empty without one.</summary>
    public string UriScheme { get; set; }
}

internal sealed class EndpointResourceCollection : KeyedCollection<string, EndpointResourceDescription>
{
    protected override string GetKeyForItem(EndpointResourceDescription item) => item.Name;
}

/// <summary>Says which protocol an endpoint is for.</summary>
public enum EndpointProtocol
{
    /// <summary>HTTP.</summary>
    Http = 0,
    /// <summary>HTTP over TLS.</summary>
    Https = 1,
    /// <summary>TCP.</summary>
    Tcp = 2,
    /// <summary>UDP.</summary>
    Udp = 3,
}

/// <summary>Says for whom an endpoint is. The local cluster treats both alike.</summary>
public enum EndpointType
{
    /// <summary>For clients outside the cluster.</summary>
    Input = 0,
    /// <summary>For the services of the cluster.</summary>
    Internal = 1,
}
