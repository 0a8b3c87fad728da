using System;

namespace Microsoft.ServiceFabric.Services.Remoting;

/// <summary>
/// Specifies the versions of remoting that a service listens for. They decide the names of its listeners, which all
/// speak the one protocol of this runtime.
/// </summary>
[Flags]
public enum RemotingListenerVersion
{
    /// <summary>Version 2: the listener V2Listener.</summary>
    V2 = 2,
    /// <summary>Version 2.1: the listener V2_1Listener, which proxies prefer.</summary>
    V2_1 = 4,
}
