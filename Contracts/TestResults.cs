using System.Runtime.Serialization;

namespace SfPerf.Contracts;

/// <summary>The original's result of one phase: sums, which add up over generators.</summary>
[DataContract(Namespace = WireNamespace.Uri)]
public sealed class TestResults
{
    /// <summary>Gets or sets the sum of all latencies in units of 100 ns.</summary>
    [DataMember]
    public long OperationLatency100NanoSecRunningTotal { get; set; }

    /// <summary>Gets or sets the number of operations that succeeded.</summary>
    [DataMember]
    public long TotalOperationsPerformed { get; set; }
}
