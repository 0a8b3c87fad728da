namespace Microsoft.ServiceFabric.Services.Remoting.V2;

/// <summary>Names the type of optional parameters that must be null: the interface's members are not there.</summary>
public interface IServiceRemotingMessageSerializationProvider
{
}
