using System.Collections.Generic;
using System.Runtime.Serialization;

namespace SfPerf.Contracts;

/// <summary>Represents what one generator measured.</summary>
[DataContract(Namespace = WireNamespace.Uri)]
public sealed class RunResult
{
    /// <summary>Gets or sets what the run is doing.</summary>
    [DataMember]
    public RunState State { get; set; }

    /// <summary>Gets or sets why the run failed.</summary>
    [DataMember]
    public string? Error { get; set; }

    /// <summary>Gets or sets the phases in order, each as SfPerf.Metrics' PhaseResultCodec writes it.</summary>
    [DataMember]
    public List<byte[]> Phases { get; set; } = [];

    /// <summary>Gets or sets the processor time this process has used since the run began.</summary>
    [DataMember]
    public double ProcessorSeconds { get; set; }

    /// <summary>Gets or sets the bytes this process has allocated since the run began.</summary>
    [DataMember]
    public long AllocatedBytes { get; set; }

    /// <summary>Gets or sets the time this process stood still for garbage collection since the run began.</summary>
    [DataMember]
    public double CollectionPauseSeconds { get; set; }
}
