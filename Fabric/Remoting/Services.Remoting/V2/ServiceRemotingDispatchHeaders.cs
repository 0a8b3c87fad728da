#nullable disable

namespace Microsoft.ServiceFabric.Services.Remoting.V2;

/// <summary>Names a remote method to a <c>ServiceRemotingMessageDispatcher</c>.</summary>
public class ServiceRemotingDispatchHeaders
{
    /// <summary>Gets or sets the full name of the remote interface, with its namespace.</summary>
    public string ServiceInterfaceName { get; set; }

    /// <summary>Gets or sets the name of the method.</summary>
    public string MethodName { get; set; }
}
