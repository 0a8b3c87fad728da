using System;
using System.Runtime.Serialization;

namespace SfPerf.Fabric.Remoting.Tests;

[DataContract]
public sealed class Order
{
    [DataMember]
    public Guid Id { get; set; }

    [DataMember]
    public string[] Lines { get; set; } = [];
}
