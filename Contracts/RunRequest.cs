using System.Runtime.Serialization;

namespace SfPerf.Contracts;

/// <summary>Represents what one generator is to measure.</summary>
[DataContract(Namespace = WireNamespace.Uri)]
public sealed class RunRequest
{
    /// <summary>Gets or sets this generator's share of counts.</summary>
    [DataMember(IsRequired = true)]
    public TestSpecifications Specifications { get; set; } = new();

    /// <summary>Gets or sets the target by a name of <see cref="TargetNames"/>.</summary>
    [DataMember(IsRequired = true)]
    public string Target { get; set; } = TargetNames.SfDictionary;

    /// <summary>Gets or sets the service that is measured, as fabric:/SfPerf/StatefulStore.</summary>
    [DataMember(IsRequired = true)]
    public string ServiceName { get; set; } = "";

    /// <summary>Gets or sets who measures, for people: a user and a machine.</summary>
    [DataMember]
    public string? Owner { get; set; }

    /// <summary>Gets or sets this generator's share of the actors that its items are spread over; 0 for an actor an
    /// item.</summary>
    [DataMember]
    public int NumActors { get; set; }

    /// <summary>Gets or sets the seed of keys and values.</summary>
    [DataMember]
    public int Seed { get; set; }

    /// <summary>Gets or sets this generator's number among those of the run, from 0; generators share no key.</summary>
    [DataMember]
    public int Generator { get; set; }

    /// <summary>Gets or sets the longest wait for one operation.</summary>
    [DataMember]
    public int OperationTimeoutMilliseconds { get; set; }

    /// <summary>Gets or sets the operations before each phase that are left out of its figures.</summary>
    [DataMember]
    public long WarmUpOperations { get; set; }

    /// <summary>Gets or sets whether each value read is compared with what was written.</summary>
    [DataMember]
    public bool VerifyReads { get; set; }

    /// <summary>Gets or sets which items operations choose, by a name of the load generator's; null for each in turn.
    /// </summary>
    [DataMember]
    public string? Keys { get; set; }

    /// <summary>Gets or sets this generator's writes a second in an open loop; 0 for a closed loop.</summary>
    [DataMember]
    public double WriteRate { get; set; }

    /// <summary>Gets or sets this generator's reads a second in an open loop; 0 for a closed loop.</summary>
    [DataMember]
    public double ReadRate { get; set; }

    /// <summary>Gets or sets whether the arrivals of an open loop are Poisson rather than evenly spaced.</summary>
    [DataMember]
    public bool PoissonArrivals { get; set; }

    /// <summary>Gets or sets the longest time of a phase in seconds; 0 for none.</summary>
    [DataMember]
    public int PhaseSecondsMax { get; set; }

    /// <summary>Gets or sets the phase of several kinds of operations, which then takes the place of the write and the
    /// read phase; null for none.</summary>
    [DataMember]
    public MixedSpecification? Mixed { get; set; }

    /// <summary>Gets or sets the sizes of values: all of a list, or the two ends of a range; null for the one of the
    /// specifications.</summary>
    [DataMember]
    public int[]? DataSizes { get; set; }

    /// <summary>Gets or sets how sizes are drawn from <see cref="DataSizes"/>, by a name of the load generator's.
    /// </summary>
    [DataMember]
    public string? DataSizeDistribution { get; set; }
}
