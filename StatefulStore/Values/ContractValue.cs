using System.Runtime.Serialization;

namespace SfPerf.StatefulStore.Values;

/// <summary>A value that DataContractSerializer writes. Immutable.</summary>
[DataContract(Namespace = "urn:sfperf")]
internal sealed class ContractValue(byte[] data)
{
    [DataMember]
    internal byte[] Data { get; private set; } = data;
}
