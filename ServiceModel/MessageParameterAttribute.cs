using SfPerf.ServiceModel.Contracts;

namespace System.ServiceModel;

/// <summary>Sets the element name of a parameter or result on the wire.</summary>
[AttributeUsage(AttributeTargets.Parameter | AttributeTargets.ReturnValue, Inherited = false)]
public sealed class MessageParameterAttribute : Attribute
{
    public string? Name { get; set => field = WireName.Checked(value); }
}
