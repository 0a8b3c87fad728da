using System.Runtime.Serialization;

namespace SfPerf.Contracts;

/// <summary>Specifies what a run is doing.</summary>
[DataContract(Namespace = WireNamespace.Uri)]
public enum RunState
{
    /// <summary>A phase runs.</summary>
    [EnumMember]
    Running,

    /// <summary>A phase is complete; the next one waits to be started.</summary>
    [EnumMember]
    Waiting,

    /// <summary>The run was cancelled; its last operation has ended.</summary>
    [EnumMember]
    Cancelled,

    /// <summary>The run cannot go on; its error says why.</summary>
    [EnumMember]
    Failed,
}
