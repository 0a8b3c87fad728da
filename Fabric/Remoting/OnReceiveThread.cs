using System;

namespace SfPerf.Fabric.Remoting;

/// <summary>
/// Describes what a process lets happen on the threads that receive, which saves the change to the thread pool. Both
/// are off unless its runtimeconfig.json says otherwise: code that blocks there holds up every other call of the
/// connection.
/// </summary>
internal static class OnReceiveThread
{
    /// <summary>A longer call has more to save than a change of threads, and would hold up the others.</summary>
    internal const int CallBytesMax = 8 << 10;

    /// <summary>Gets whether what awaits a remote call goes on there.</summary>
    internal static bool Continues { get; } = IsOn("ContinueOnReceiveThread");

    /// <summary>Gets whether a service's methods begin there, up to their first await that waits.</summary>
    internal static bool Begins { get; } = IsOn("BeginOnReceiveThread");

    private static bool IsOn(string name) =>
        AppContext.TryGetSwitch("SfPerf.Fabric.Remoting." + name, out var on) && on;
}
