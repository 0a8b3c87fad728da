using SfPerf.ServiceModel.Contracts;

namespace System.ServiceModel;

/// <summary>Declares a detail type that an operation's faults may carry.</summary>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class FaultContractAttribute(Type detailType) : Attribute
{
    /// <summary>Gets the type carried as <see cref="FaultException{TDetail}.Detail"/>.</summary>
    public Type DetailType { get; } = detailType ?? throw new ArgumentNullException(nameof(detailType));

    /// <summary>Gets or sets the fault's action; {namespace}/{contract}/{operation}{detail}Fault unless set.</summary>
    public string? Action
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    }

    /// <summary>Gets or sets the detail element's name; the data contract's unless set.</summary>
    public string? Name { get; set => field = WireName.Checked(value); }

    /// <summary>Gets or sets the detail element's namespace, if its name is set; the contract's unless set.</summary>
    public string? Namespace { get; set; }
}
