#nullable disable

namespace Microsoft.ServiceFabric.Services.Remoting.V2;

/// <summary>Names a remote method to a dispatcher.</summary>
public class ServiceRemotingDispatchHeaders
{
    /// <summary>Gets or sets the full name of the interface.</summary>
    public string ServiceInterfaceName { get; set; }

    public string MethodName { get; set; }
}
