using System;

namespace Microsoft.ServiceFabric.Services.Remoting;

/// <summary>Which remoting stacks a service listens for; it decides the listeners' names.</summary>
[Flags]
public enum RemotingListenerVersion
{
    V2 = 2,
    V2_1 = 4,
}
