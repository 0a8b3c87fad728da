using System.Collections.Concurrent;
using System.Xml;
using SfPerf.ServiceModel.Contracts;

namespace System.ServiceModel.Description;

/// <summary>A contract as read from its attributes.</summary>
public class ContractDescription
{
    private static readonly ConcurrentDictionary<Type, ContractDescription> Cache = new();

    internal ContractDescription(Type contractType, string name, string ns)
    {
        ContractType = contractType;
        Name = name;
        Namespace = ns;
    }

    public string Name { get; }

    public string Namespace { get; }

    public Type ContractType { get; }

    public Type? CallbackContractType { get; internal init; }

    public SessionMode SessionMode { get; internal init; }

    public string? ConfigurationName { get; internal init; }

    public OperationDescriptionCollection Operations { get; } = new();

    /// <summary>Gets the dictionary of the contract's names: one for ever, as sessions remember its entries.</summary>
    internal XmlDictionary Dictionary { get; } = new();

    /// <exception cref="InvalidOperationException">The type is no contract, or a wrong one.</exception>
    public static ContractDescription GetContract(Type contractType)
    {
        ArgumentNullException.ThrowIfNull(contractType);
        return Cache.GetOrAdd(contractType, static type => new ContractReader(type).Read());
    }

    /// <exception cref="InvalidOperationException">The type is no contract, or the service lacks it.</exception>
    public static ContractDescription GetContract(Type contractType, Type serviceType)
    {
        ArgumentNullException.ThrowIfNull(contractType);
        ArgumentNullException.ThrowIfNull(serviceType);
        if (!contractType.IsAssignableFrom(serviceType))
            throw new InvalidOperationException($"{serviceType} does not implement the contract {contractType}.");
        return GetContract(contractType);
    }

    public static ContractDescription GetContract(Type contractType, object serviceImplementation)
    {
        ArgumentNullException.ThrowIfNull(serviceImplementation);
        return GetContract(contractType, serviceImplementation.GetType());
    }
}
