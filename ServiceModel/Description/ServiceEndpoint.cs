using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.ServiceModel.Channels;

namespace System.ServiceModel.Description;

/// <summary>A contract at an address over a binding.</summary>
public class ServiceEndpoint
{
    public ServiceEndpoint(ContractDescription contract)
        : this(contract, null!, null!)
    {
    }

    public ServiceEndpoint(ContractDescription contract, Binding binding, EndpointAddress address)
    {
        ArgumentNullException.ThrowIfNull(contract);
        Contract = contract;
        Binding = binding;
        Address = address;
        Name = binding is null ? contract.Name : $"{binding.Name}_{contract.Name}";
    }

    public EndpointAddress? Address { get; set; }

    public KeyedByTypeCollection<IEndpointBehavior> Behaviors { get; } = [];

    /// <summary>Gets the same behaviors as <see cref="Behaviors"/>.</summary>
    public KeyedCollection<Type, IEndpointBehavior> EndpointBehaviors => Behaviors;

    public Binding? Binding { get; set; }

    public ContractDescription Contract { get; set; }

    public Uri? ListenUri
    {
        get => field ?? Address?.Uri;
        set;
    }

    public ListenUriMode ListenUriMode { get; set; }

    public string Name { get; set; }
}

/// <summary>Says whether the listen address is taken as it is or made unique.</summary>
public enum ListenUriMode
{
    Explicit,
    Unique,
}
