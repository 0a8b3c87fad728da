using System.Runtime.Serialization;

namespace SfPerf.ServiceModel.Tests.Services;

[DataContract(Namespace = "urn:probe")]
public sealed class GreetFault
{
    [DataMember]
    public string? Reason { get; set; }

    [DataMember]
    public int Code { get; set; }
}
