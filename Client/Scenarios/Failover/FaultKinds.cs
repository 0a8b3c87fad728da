using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>The kinds of events that the scenario injects.</summary>
internal static class FaultKinds
{
    public const string KillPrimary = "kill-primary";
    public const string KillSecondary = "kill-secondary";
    public const string KillNode = "kill-node";
    public const string KillManager = "kill-manager";
    public const string MovePrimary = "move-primary";
    public const string StopPrimary = "stop-primary";

    /// <summary>Gets those that this system can inject: Windows cannot stop a process.</summary>
    public static IReadOnlyList<string> All { get; } =
    [
        .. new[] { KillPrimary, KillSecondary, KillNode, KillManager, MovePrimary, StopPrimary }
            .Where(k => k != StopPrimary || !OperatingSystem.IsWindows()),
    ];
}
