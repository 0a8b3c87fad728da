using SfPerf.ServiceModel.Contracts;

namespace System.ServiceModel;

/// <summary>Marks an interface (or class) as a service contract.</summary>
[AttributeUsage(AttributeTargets.Interface | AttributeTargets.Class, Inherited = false)]
public sealed class ServiceContractAttribute : Attribute
{
    /// <summary>Gets or sets the contract's name on the wire; the type's name unless set.</summary>
    public string? Name { get; set => field = WireName.Checked(value); }

    /// <summary>Gets or sets the contract's namespace on the wire; http://tempuri.org/ unless set.</summary>
    public string? Namespace { get; set; }

    /// <summary>Gets or sets the contract by which the service calls its client back.</summary>
    public Type? CallbackContract { get; set; }

    /// <summary>Gets or sets whether the contract wants a session.</summary>
    public SessionMode SessionMode { get; set; }

    /// <summary>Gets or sets the name in configuration files, which are not read here.</summary>
    public string? ConfigurationName { get; set; }
}
