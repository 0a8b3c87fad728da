using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using System.Xml;
using SfPerf.ServiceModel.Contracts;

namespace System.ServiceModel.Description;

/// <summary>A contract as read from its attributes. Its names and operations cannot be changed; behaviors can be
/// added.</summary>
public class ContractDescription
{
    private static readonly ConcurrentDictionary<Type, ContractDescription> Cache = new();

    private readonly IContractBehavior[] _attributes;

    internal ContractDescription(Type contractType, string name, string ns)
    {
        ContractType = contractType;
        Name = name;
        Namespace = ns;
        Dictionary = new();
        Model = this;
        _attributes = [.. contractType.GetCustomAttributes(inherit: true).OfType<IContractBehavior>()];
    }

    private ContractDescription(ContractDescription model)
    {
        Name = model.Name;
        Namespace = model.Namespace;
        ContractType = model.ContractType;
        CallbackContractType = model.CallbackContractType;
        SessionMode = model.SessionMode;
        ConfigurationName = model.ConfigurationName;
        Dictionary = model.Dictionary;
        Model = model;
        _attributes = model._attributes;
        foreach (var operation in model.Operations)
            Operations.Add(operation.CopyFor(this));
    }

    /// <summary>Gets the name on the wire.</summary>
    public string Name { get; }

    /// <summary>Gets the namespace on the wire.</summary>
    public string Namespace { get; }

    /// <summary>Gets the type that has <see cref="ServiceContractAttribute"/>.</summary>
    public Type ContractType { get; }

    /// <summary>Gets the contract by which the service calls its client back, which may be that of an inherited
    /// contract; null for none.</summary>
    public Type? CallbackContractType { get; internal init; }

    /// <summary>Gets whether the contract wants a session.</summary>
    public SessionMode SessionMode { get; internal init; }

    /// <summary>Gets the name in configuration files, which are not read here.</summary>
    public string? ConfigurationName { get; internal init; }

    /// <summary>Gets the operations: those of the service, then those by which it calls back.</summary>
    public OperationDescriptionCollection Operations { get; } = new();

    /// <summary>Gets the behaviors of the endpoint's contract; those among its attributes are there already.</summary>
    public KeyedByTypeCollection<IContractBehavior> Behaviors => field ??= KeyedByTypeCollection.Of(_attributes);

    /// <summary>Gets the same behaviors as <see cref="Behaviors"/>.</summary>
    public KeyedCollection<Type, IContractBehavior> ContractBehaviors => Behaviors;

    /// <summary>Gets the dictionary of the contract's names: one for ever, as sessions remember its entries.</summary>
    internal XmlDictionary Dictionary { get; }

    /// <summary>Gets the description that all of the contract are copies of: what is made once for a contract belongs
    /// to it.</summary>
    internal ContractDescription Model { get; }

    /// <summary>Describes a contract. What is changed in the description holds for the endpoints that it is given
    /// to.</summary>
    /// <param name="contractType">A type with <see cref="ServiceContractAttribute"/>.</param>
    /// <returns>A new description.</returns>
    /// <exception cref="InvalidOperationException">The type is no contract, or a wrong one.</exception>
    public static ContractDescription GetContract(Type contractType)
    {
        ArgumentNullException.ThrowIfNull(contractType);
        return new(Cache.GetOrAdd(contractType, static type => new ContractReader(type).Read()));
    }

    /// <summary>Describes a contract of a service, with the behaviors among the attributes of the service and of its
    /// methods.</summary>
    /// <param name="contractType">A type with <see cref="ServiceContractAttribute"/>.</param>
    /// <param name="serviceType">A class that implements the contract.</param>
    /// <returns>A new description.</returns>
    /// <exception cref="InvalidOperationException">The type is no contract, or the service lacks it.</exception>
    public static ContractDescription GetContract(Type contractType, Type serviceType)
    {
        ArgumentNullException.ThrowIfNull(contractType);
        ArgumentNullException.ThrowIfNull(serviceType);
        if (!contractType.IsAssignableFrom(serviceType))
            throw new InvalidOperationException($"{serviceType} does not implement the contract {contractType}.");
        var contract = GetContract(contractType);
        contract.AddAttributes(serviceType);
        return contract;
    }

    /// <summary>Gets whether somebody changes the contract while its endpoint opens.</summary>
    internal bool HasBehaviors => _attributes.Length > 0 || Behaviors.Count > 0 || Operations.Any(o => o.HasBehaviors);

    /// <summary>Describes a contract of a service that is given by an object of it.</summary>
    /// <inheritdoc cref="GetContract(Type, Type)"/>
    public static ContractDescription GetContract(Type contractType, object serviceImplementation)
    {
        ArgumentNullException.ThrowIfNull(serviceImplementation);
        return GetContract(contractType, serviceImplementation.GetType());
    }

    // The attributes of a service's own methods are behaviors of its operations as well.
    private void AddAttributes(Type serviceType)
    {
        KeyedByTypeCollection.AddNew(
            Behaviors, serviceType.GetCustomAttributes(inherit: true).OfType<IContractBehavior>());
        foreach (var operation in Operations.Where(o => !o.IsCallback))
        {
            var declared = operation.TaskMethod ?? operation.SyncMethod ?? operation.BeginMethod!;
            if (declared.DeclaringType is not { IsInterface: true } type)
                continue;
            var map = serviceType.GetInterfaceMap(type);
            var method = map.TargetMethods[Array.IndexOf(map.InterfaceMethods, declared)];
            var attributes = method.GetCustomAttributes(inherit: true).OfType<IOperationBehavior>().ToArray();
            if (attributes.Length > 0)
                KeyedByTypeCollection.AddNew(operation.Behaviors, attributes);
        }
    }
}
