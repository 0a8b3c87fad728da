using System.Runtime.Serialization;

namespace SfPerf.Contracts;

/// <summary>The original's specification of one generator's share of a run.</summary>
[DataContract(Namespace = WireNamespace.Uri)]
public sealed class TestSpecifications
{
    /// <summary>Gets or sets the number of writes.</summary>
    [DataMember]
    public long NumWriteOperationsTotal { get; set; }

    /// <summary>Gets or sets the number of writes kept in flight.</summary>
    [DataMember]
    public int NumOutstandingWriteOperations { get; set; }

    /// <summary>Gets or sets the number of reads.</summary>
    [DataMember]
    public long NumReadOperationsTotal { get; set; }

    /// <summary>Gets or sets the number of reads kept in flight.</summary>
    [DataMember]
    public int NumOutstandingReadOperations { get; set; }

    /// <summary>Gets or sets the bytes of each value.</summary>
    [DataMember]
    public int OperationDataSizeInBytes { get; set; }

    /// <summary>Gets or sets the number of keys.</summary>
    [DataMember]
    public int NumItems { get; set; }

    /// <summary>Gets or sets a name the original loaded a plug-in by. It is not loaded; it must name a known
    /// target.</summary>
    [DataMember]
    public string? RequestSenderAssemblyName { get; set; }

    /// <summary>Gets or sets the type of that plug-in, treated alike.</summary>
    [DataMember]
    public string? RequestSenderTypeName { get; set; }
}
