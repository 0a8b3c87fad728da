using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Chaos.Faults;

/// <summary>Kinds of faults as a command line names them.</summary>
public static class FaultGroups
{
    /// <summary>All groups.</summary>
    public const string All = "all";

    /// <summary>The group of faults of disks, which not every machine can make.</summary>
    public const string Disk = "disk";

    private static readonly (string Name, (FaultKind Kind, int Weight)[] Kinds)[] Groups =
    [
        ("kill", [(FaultKind.KillPrimary, 8), (FaultKind.KillHost, 4), (FaultKind.KillNode, 3)]),
        ("stop", [(FaultKind.StopHost, 4), (FaultKind.StopNode, 2)]),
        ("swap", [(FaultKind.MovePrimary, 3), (FaultKind.MovePrimaryAndBack, 3)]),
        (Disk, [(FaultKind.FailDisk, 4)]),
        ("freeze", [(FaultKind.Freeze, 2)]),
        ("manager", [(FaultKind.KillManager, 1), (FaultKind.Restart, 1)]),
    ];

    /// <summary>Gets what a list may name.</summary>
    public static IEnumerable<string> Names => [.. Groups.Select(g => g.Name), All];

    /// <summary>Gets the groups.</summary>
    public static IEnumerable<string> Every => Groups.Select(g => g.Name);

    /// <summary>Returns how often each kind is drawn, by weight, in the order of the kinds.</summary>
    /// <param name="groups">Some of <see cref="Every"/>.</param>
    internal static IReadOnlyList<(FaultKind Kind, int Weight)> Weights(IReadOnlyCollection<string> groups) =>
        [.. Groups.Where(g => groups.Contains(g.Name)).SelectMany(g => g.Kinds)];

    /// <summary>Returns a kind's name in histories and tables.</summary>
    public static string Name(FaultKind kind) => kind switch
    {
        FaultKind.KillPrimary => "kill-primary",
        FaultKind.KillHost => "kill-host",
        FaultKind.KillNode => "kill-node",
        FaultKind.StopHost => "stop-host",
        FaultKind.StopNode => "stop-node",
        FaultKind.MovePrimary => "move-primary",
        FaultKind.MovePrimaryAndBack => "move-primary-and-back",
        FaultKind.KillManager => "kill-manager",
        FaultKind.Restart => "restart",
        FaultKind.FailDisk => "fail-disk",
        FaultKind.Freeze => "freeze",
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, null),
    };
}
