using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Chaos.DiskFaults;

/// <summary>Describes what can become of the disk of a node.</summary>
/// <param name="Name">What it is, for people.</param>
/// <param name="Actions">What happens to which calls: rules of <see cref="FaultyDisk"/> without their patterns.</param>
public sealed record DiskFault(string Name, IReadOnlyList<string> Actions)
{
    // A torn write: the first one stops within a page, as when the power fails, and no other one follows it.
    private static readonly DiskFault[] Whole =
    [
        new("no space", ["write fail ENOSPC"]),
        new("failing writes", ["write fail EIO"]),
        new("failing flushes", ["fsync fail EIO"]),
        new("a torn write", ["write short 700 times=1", "write fail EIO skip=1"]),
        new("one failing flush", ["fsync fail EIO times=1"]),
        new("failing reads", ["read fail EIO"]),
        new("slow flushes", ["fsync slow 200"]),
    ];

    // Of what a node keeps of its replicas: the log and its mark, records, checkpoints and markers.
    private static readonly string[] State = ["log/*", "log.mark*", "replicas/*", "*.replica*"];

    /// <summary>Gets the faults.</summary>
    public static IReadOnlyList<DiskFault> All => Whole;

    /// <summary>Returns the rules that let the disk of one node fail, and no other one.</summary>
    /// <param name="node">The node's name, which is that of its folder.</param>
    public string[] RulesFor(string node)
    {
        ArgumentException.ThrowIfNullOrEmpty(node);
        return [.. State.SelectMany(_ => Actions, (file, action) => $"{action} */{node}/*/{file}")];
    }
}
