#nullable disable

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
