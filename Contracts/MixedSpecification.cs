using System.Runtime.Serialization;

namespace SfPerf.Contracts;

/// <summary>
/// Represents one generator's share of a phase of operations of several kinds. The five shares add up to 1.
/// </summary>
[DataContract(Namespace = WireNamespace.Uri)]
public sealed class MixedSpecification
{
    /// <summary>Gets or sets the number of operations.</summary>
    [DataMember]
    public long NumOperationsTotal { get; set; }

    /// <summary>Gets or sets the number of operations kept in flight.</summary>
    [DataMember]
    public int NumOutstandingOperations { get; set; }

    /// <summary>Gets or sets the operations a second in an open loop; 0 for a closed loop.</summary>
    [DataMember]
    public double Rate { get; set; }

    /// <summary>Gets or sets the share of reads, 0 to 1.</summary>
    [DataMember]
    public double Reads { get; set; }

    /// <summary>Gets or sets the share of writes of existing items.</summary>
    [DataMember]
    public double Updates { get; set; }

    /// <summary>Gets or sets the share of writes of new items.</summary>
    [DataMember]
    public double Inserts { get; set; }

    /// <summary>Gets or sets the share of reads of an item that are followed by its write.</summary>
    [DataMember]
    public double ReadModifyWrites { get; set; }

    /// <summary>Gets or sets the share of scans.</summary>
    [DataMember]
    public double Scans { get; set; }

    /// <summary>Gets or sets the most items a scan returns; not used without scans.</summary>
    [DataMember]
    public int ScanRowsMax { get; set; }

    /// <summary>Gets or sets the number of keys that inserts may add.</summary>
    [DataMember]
    public int NumInsertsMax { get; set; }
}
