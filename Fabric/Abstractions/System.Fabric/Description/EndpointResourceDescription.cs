#nullable disable

using System.Collections.ObjectModel;

namespace System.Fabric.Description;

public sealed class EndpointResourceDescription
{
    public EndpointProtocol Protocol { get; set; }

    public EndpointType EndpointType { get; set; }

    public int Port { get; internal set; }

    public string Certificate { get; set; }

    public string CodePackageName { get; set; }

    public string IpAddressOrFqdn { get; set; }

    public string Name { get; set; }

    public string PathSuffix { get; set; }

    public string UriScheme { get; set; }
}

internal sealed class EndpointResourceCollection : KeyedCollection<string, EndpointResourceDescription>
{
    protected override string GetKeyForItem(EndpointResourceDescription item) => item.Name;
}

public enum EndpointProtocol
{
    Http = 0,
    Https = 1,
    Tcp = 2,
    Udp = 3,
}

public enum EndpointType
{
    Input = 0,
    Internal = 1,
}
