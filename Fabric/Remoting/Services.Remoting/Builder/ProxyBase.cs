namespace Microsoft.ServiceFabric.Services.Remoting.Builder;

/// <summary>The base of generated proxies.</summary>
public abstract class ProxyBase
{
    protected ProxyBase()
    {
    }
}
