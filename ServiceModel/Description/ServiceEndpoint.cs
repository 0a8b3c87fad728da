using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.ServiceModel.Channels;

namespace System.ServiceModel.Description;

/// <summary>A contract at an address over a binding. It is read when its host or factory opens.</summary>
public class ServiceEndpoint
{
    /// <summary>Creates an endpoint whose binding and address are set later.</summary>
    public ServiceEndpoint(ContractDescription contract)
        : this(contract, null!, null!)
    {
    }

    /// <summary>Creates an endpoint.</summary>
    /// <param name="contract">Not null.</param>
    /// <param name="binding">Null to be set later, before the host or factory opens.</param>
    /// <param name="address">Null to be set later; a factory needs none if each channel is given one.</param>
    /// <exception cref="ArgumentNullException">The contract is null.</exception>
    public ServiceEndpoint(ContractDescription contract, Binding binding, EndpointAddress address)
    {
        ArgumentNullException.ThrowIfNull(contract);
        Contract = contract;
        Binding = binding;
        Address = address;
        Name = binding is null ? contract.Name : $"{binding.Name}_{contract.Name}";
    }

    /// <summary>Gets or sets the address that clients call.</summary>
    public EndpointAddress? Address { get; set; }

    /// <summary>Gets the behaviors, which run while the host or factory opens.</summary>
    public KeyedByTypeCollection<IEndpointBehavior> Behaviors { get; } = [];

    /// <summary>Gets the same behaviors as <see cref="Behaviors"/>.</summary>
    public KeyedCollection<Type, IEndpointBehavior> EndpointBehaviors => Behaviors;

    /// <summary>Gets or sets how clients communicate with the endpoint.</summary>
    public Binding? Binding { get; set; }

    /// <summary>Gets or sets the contract of the endpoint.</summary>
    public ContractDescription Contract { get; set; }

    /// <summary>Gets or sets where a service listens; the address unless set. A client does not look at it.</summary>
    public Uri? ListenUri
    {
        get => field ?? Address?.Uri;
        set;
    }

    /// <summary>Gets or sets whether the listen address is made unique; Explicit unless set.</summary>
    public ListenUriMode ListenUriMode { get; set; }

    /// <summary>Gets or sets the name: that of the binding and of the contract unless set. It is not sent.</summary>
    public string Name { get; set; }
}

/// <summary>Specifies whether the listen address is used as it is or made unique.</summary>
public enum ListenUriMode
{
    /// <summary>The listen address is used as it is. Port 0 lets the system choose one.</summary>
    Explicit,

    /// <summary>A GUID is added to the path of the listen address as a further segment. The listener's <c>Uri</c> has
    /// it.</summary>
    Unique,
}
