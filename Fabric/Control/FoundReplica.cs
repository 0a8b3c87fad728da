using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

namespace SfPerf.Fabric.Control;

/// <summary>A replica whose marker lies on a node's disk.</summary>
internal sealed record FoundReplica(Guid PartitionId, long ReplicaId)
{
    private const string Pattern = "*.replica";

    /// <summary>Finds the replicas of all applications below a node's folder. A folder that cannot be read has none.
    /// </summary>
    internal static FoundReplica[] In(string nodeFolder)
    {
        var applications = Path.Combine(nodeFolder, "_App");
        if (!Directory.Exists(applications))
            return [];
        var options = new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = true };
        var found = new List<FoundReplica>();
        foreach (var application in Directory.GetDirectories(applications))
        {
            var work = Path.Combine(application, "work");
            if (!Directory.Exists(work))
                continue;
            foreach (var file in Directory.EnumerateFiles(work, Pattern, options))
            {
                if (Parse(Path.GetFileNameWithoutExtension(file)) is { } replica)
                    found.Add(replica);
            }
        }
        return [.. found];
    }

    // As ReplicaMarker names it: partition and replica.
    private static FoundReplica? Parse(string name)
    {
        var parts = name.Split('_');
        return parts.Length == 2 && Guid.TryParseExact(parts[0], "N", out var partition)
            && long.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var replica)
            ? new(partition, replica) : null;
    }
}
