using System.Collections.Generic;
using System.Runtime.Serialization;

namespace SfPerf.Contracts;

/// <summary>Describes how far one kind of operation has come in the phase that runs.</summary>
[DataContract(Namespace = WireNamespace.Uri)]
public sealed class KindProgress
{
    /// <summary>Gets or sets the name of its result, such as <c>mixed-read</c>.</summary>
    [DataMember]
    public string Name { get; set; } = "";

    /// <summary>Gets or sets the durations of successes so far, as SfPerf.Metrics' LatencyBands writes them.</summary>
    [DataMember]
    public long[] Latency { get; set; } = [];

    /// <summary>Gets or sets the durations of failures so far, by kind of failure.</summary>
    [DataMember]
    public Dictionary<string, long[]> Failures { get; set; } = [];
}
