using System;
using System.Collections.Generic;
using System.Runtime.Serialization;

namespace SfPerf.ServiceModel.Tests.Services;

[DataContract(Namespace = "urn:probe")]
public sealed class Item
{
    [DataMember]
    public int Id { get; set; }

    [DataMember]
    public string? Name { get; set; }

    [DataMember]
    public byte[]? Blob { get; set; }

    [DataMember]
    public List<double>? Vals { get; set; }

    [DataMember]
    public DateTime When { get; set; }

    [DataMember]
    public Guid G { get; set; }
}
