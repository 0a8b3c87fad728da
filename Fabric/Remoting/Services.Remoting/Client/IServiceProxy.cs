using System;

namespace Microsoft.ServiceFabric.Services.Remoting.Client;

/// <summary>What every service proxy is, whatever interface it implements.</summary>
public interface IServiceProxy
{
    Type ServiceInterfaceType { get; }
}
