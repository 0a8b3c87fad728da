namespace Microsoft.ServiceFabric.Services.Remoting;

/// <summary>
/// Specifies the version of remoting that a proxy speaks. Here both mean the one protocol of this runtime.
/// </summary>
public enum RemotingClientVersion
{
    /// <summary>Version 2.</summary>
    V2 = 2,
    /// <summary>Version 2.1.</summary>
    V2_1 = 4,
}
