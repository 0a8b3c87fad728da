using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.Cluster.Management.Events;

/// <summary>The last events of the cluster, numbered from 1 in the order in which the manager learned of them. One
/// caller at a time.</summary>
internal sealed class EventHistory(TimeProvider time)
{
    internal const int EventsMax = 4096;
    private readonly Queue<ClusterEventView> _events = [];
    private long _last;

    /// <summary>Adds one; the oldest goes when there are too many.</summary>
    internal void Add(string kind, string entity, string text)
    {
        if (_events.Count == EventsMax)
            _ = _events.Dequeue();
        _events.Enqueue(new(++_last, time.GetUtcNow(), kind, entity, text));
    }

    /// <summary>Gets those after a number, as far as they are kept.</summary>
    internal ClusterEventsView After(long number) => new(_last, [.. _events.Where(e => e.Number > number)]);
}

/// <summary>The kinds of events; docs/formats/gateway.md describes them.</summary>
internal static class EventKinds
{
    internal const string Application = "application";
    internal const string DataLoss = "data-loss";
    internal const string Kill = "kill";
    internal const string Move = "move";
    internal const string Node = "node";
    internal const string Primary = "primary";
    internal const string ProcessEnded = "process-ended";
    internal const string ProcessReady = "process-ready";
    internal const string Quorum = "quorum";
    internal const string Recover = "recover";
    internal const string Replica = "replica";
}
