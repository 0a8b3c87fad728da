namespace Microsoft.ServiceFabric.Services.Remoting;

/// <summary>Marks an interface whose methods can be called remotely.</summary>
public interface IService
{
}
