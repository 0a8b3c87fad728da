using System.Runtime.Serialization;

namespace SfPerf.Contracts;

/// <summary>How far a run is.</summary>
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

    /// <summary>Gets or sets why the run failed.</summary>
    [DataMember]
    public string? Error { get; set; }
}
