using System;
using System.Runtime.Serialization;

namespace SfPerf.ServiceModel.Tests.Services;

[DataContract(Namespace = "urn:probe")]
public sealed class Series
{
    [DataMember]
    public decimal[] Prices { get; set; } = [];

    [DataMember]
    public DateTime[] Times { get; set; } = [];

    [DataMember]
    public Guid[] Ids { get; set; } = [];

    [DataMember]
    public Series? Next { get; set; }
}
