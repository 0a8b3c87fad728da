using System.Collections.Generic;
using System.Runtime.Serialization;

namespace SfPerf.Contracts;

/// <summary>Describes how far a run is.</summary>
[DataContract(Namespace = WireNamespace.Uri)]
public sealed class RunProgress
{
    /// <summary>Gets or sets a number that grows with every change of state.</summary>
    [DataMember]
    public long Version { get; set; }

    /// <summary>Gets or sets what the run is doing.</summary>
    [DataMember]
    public RunState State { get; set; }

    /// <summary>Gets or sets the phase that runs, or ran last.</summary>
    [DataMember]
    public string Phase { get; set; } = "";

    /// <summary>Gets or sets the operations of the phase that succeeded so far.</summary>
    [DataMember]
    public long Completed { get; set; }

    /// <summary>Gets or sets the operations of the phase that failed so far.</summary>
    [DataMember]
    public long Failed { get; set; }

    /// <summary>Gets or sets the operations the phase is to make.</summary>
    [DataMember]
    public long Total { get; set; }

    /// <summary>Gets or sets the time the phase has run.</summary>
    [DataMember]
    public double Seconds { get; set; }

    /// <summary>Gets or sets the operations that have begun and not ended.</summary>
    [DataMember]
    public long UnderWay { get; set; }

    /// <summary>Gets or sets how late operations of an open loop began that had found no free slot, as SfPerf.Metrics'
    /// LatencyBands writes it.</summary>
    [DataMember]
    public long[]? LateStarts { get; set; }

    /// <summary>Gets or sets each kind of operation in the phase; null from a driver that does not tell.</summary>
    [DataMember]
    public List<KindProgress>? Kinds { get; set; }

    /// <summary>Gets or sets why the run failed.</summary>
    [DataMember]
    public string? Error { get; set; }
}
