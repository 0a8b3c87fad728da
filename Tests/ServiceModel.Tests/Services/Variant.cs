using System.Runtime.Serialization;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Holds an object of a type that its serializer may not know.</summary>
[DataContract(Namespace = "urn:probe")]
public sealed class Variant
{
    [DataMember]
    public object? Value { get; set; }
}
