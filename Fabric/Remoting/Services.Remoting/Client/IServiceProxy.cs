using System;

namespace Microsoft.ServiceFabric.Services.Remoting.Client;

/// <summary>Provides what every service proxy has beside the interface of its service.</summary>
public interface IServiceProxy
{
    /// <summary>Gets the remote interface that the proxy was created for.</summary>
    Type ServiceInterfaceType { get; }
}
