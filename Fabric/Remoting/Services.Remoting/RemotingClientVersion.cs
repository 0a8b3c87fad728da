namespace Microsoft.ServiceFabric.Services.Remoting;

/// <summary>Which remoting stack a proxy uses. Both names mean the one of this runtime.</summary>
public enum RemotingClientVersion
{
    V2 = 2,
    V2_1 = 4,
}
