using System;

namespace SfPerf.Fabric.Replication;

/// <summary>Describes how a primary's connection to one secondary stands.</summary>
/// <param name="ReplicaId">The secondary.</param>
/// <param name="IsLive">Whether it receives every record as it is appended.</param>
/// <param name="LastError">Why the last attempt ended; null while one goes well. The primary tries again.</param>
public sealed record SecondaryStatus(long ReplicaId, bool IsLive, Exception? LastError);
