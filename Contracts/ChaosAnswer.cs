using System.Runtime.Serialization;

namespace SfPerf.Contracts;

/// <summary>The answer of <c>IChaosStore</c> to any call.</summary>
[DataContract(Namespace = WireNamespace.Uri)]
public sealed class ChaosAnswer
{
    /// <summary>Gets or sets what became of the transaction.</summary>
    [DataMember]
    public ChaosOutcome Outcome { get; set; }

    /// <summary>Gets or sets the one value of the answer; null where there is none.</summary>
    [DataMember]
    public long? Value { get; set; }

    /// <summary>Gets or sets the values of an answer with many.</summary>
    [DataMember]
    public long[]? Values { get; set; }

    /// <summary>Gets or sets why it was not done, or why nobody knows.</summary>
    [DataMember]
    public string? Error { get; set; }
}
