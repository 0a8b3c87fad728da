namespace Microsoft.ServiceFabric.Services.Remoting.V2;

/// <summary>
/// Names the type of optional parameters that must be null here: values travel in a form of the runtime's own. The
/// members of the interface are absent.
/// </summary>
public interface IServiceRemotingMessageSerializationProvider
{
}
