using System;
using System.Collections.Generic;

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

    /// <summary>Gets all of them.</summary>
    public static IReadOnlyList<string> All { get; } =
        [KillPrimary, KillSecondary, KillNode, KillManager, MovePrimary, StopPrimary];

    /// <summary>Returns whether this system can inject one: Windows cannot stop a process.</summary>
    public static bool IsPossible(string kind) => kind != StopPrimary || !OperatingSystem.IsWindows();
}
