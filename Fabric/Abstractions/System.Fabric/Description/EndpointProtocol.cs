#nullable disable

namespace System.Fabric.Description;

public enum EndpointProtocol
{
    Http = 0,
    Https = 1,
    Tcp = 2,
    Udp = 3,
}
