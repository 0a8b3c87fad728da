namespace SfPerf.Fabric.Cluster.Management.Events;

/// <summary>The kinds of events; docs/formats/gateway.md describes them.</summary>
internal static class EventKinds
{
    internal const string Application = "application";
    internal const string Kill = "kill";
    internal const string Move = "move";
    internal const string Primary = "primary";
    internal const string ProcessEnded = "process-ended";
    internal const string ProcessReady = "process-ready";
    internal const string Quorum = "quorum";
    internal const string Recover = "recover";
    internal const string Replica = "replica";
}
