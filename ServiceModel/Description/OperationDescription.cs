using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using System.Reflection;
using System.Runtime.Serialization;
using System.Threading;
using System.Xml;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Wire;

namespace System.ServiceModel.Description;

/// <summary>Represents one operation of a contract.</summary>
public class OperationDescription
{
    private OperationDescription? _model;
    private IOperationBehavior[] _attributes = [];
    private OperationFormatter? _formatter;
    private KeyedByTypeCollection<IOperationBehavior>? _behaviors;

    internal OperationDescription(string name, ContractDescription contract)
    {
        Name = name;
        DeclaringContract = contract;
    }

    /// <summary>Gets the name on the wire.</summary>
    public string Name { get; }

    /// <summary>Gets the contract that was described; for an inherited operation as well.</summary>
    public ContractDescription DeclaringContract { get; private set; }

    /// <summary>Gets the behaviors of the operation; those among the attributes of its method are there already.
    /// </summary>
    public KeyedByTypeCollection<IOperationBehavior> Behaviors =>
        _behaviors ??= KeyedByTypeCollection.Of(_attributes);

    /// <summary>Gets the same behaviors as <see cref="Behaviors"/>.</summary>
    public KeyedCollection<Type, IOperationBehavior> OperationBehaviors => Behaviors;

    /// <summary>Gets the method that returns the result itself; null for none.</summary>
    public MethodInfo? SyncMethod { get; internal set; }

    /// <summary>Gets the method that returns a task; null for none. A service is called by it rather than by the
    /// others.</summary>
    public MethodInfo? TaskMethod { get; internal set; }

    /// <summary>Gets the method that begins the operation; null for none. A service is called by it only if it has no
    /// other.</summary>
    public MethodInfo? BeginMethod { get; internal set; }

    /// <summary>Gets the method that ends the operation; null for none.</summary>
    public MethodInfo? EndMethod { get; internal set; }

    /// <summary>Gets whether the caller waits for no reply.</summary>
    public bool IsOneWay { get; internal init; }

    /// <summary>Gets whether the operation may start a session.</summary>
    public bool IsInitiating { get; internal init; }

    /// <summary>Gets whether the session ends with the operation's reply.</summary>
    public bool IsTerminating { get; internal init; }

    /// <summary>Gets the faults that the operation declares. Descriptions of one contract share the collection, so it
    /// should not be changed.</summary>
    public Collection<FaultDescription> Faults { get; } = [];

    /// <summary>Gets the types that parameters and results may hold beside those declared. Descriptions of one contract
    /// share the collection, so it should not be changed.</summary>
    public Collection<Type> KnownTypes { get; } = [];

    internal XmlDictionaryString RequestAction { get; init; } = null!;

    internal XmlDictionaryString ReplyAction { get; init; } = null!;

    /// <summary>Gets the namespace of the body's elements: that of the contract that declares the operation.</summary>
    internal string Namespace { get; init; } = "";

    /// <summary>Gets whether the service calls and the client answers.</summary>
    internal bool IsCallback { get; init; }

    internal IReadOnlyDictionary<Type, XmlObjectSerializer> DetailSerializers => field ??= MapDetails();

    internal OperationFormatter Formatter
    {
        get
        {
            if (_model is not null)
                return _model.Formatter;
            if (_formatter is null)
                Interlocked.CompareExchange(ref _formatter, new(this), null);
            return _formatter;
        }
    }

    /// <summary>Gets what reads the replies of ordinary calls.</summary>
    internal ReplyReader Reply => _model?.Reply ?? (field ??= new(this));

    /// <summary>Gets whether somebody changes the operation while its endpoint opens.</summary>
    internal bool HasBehaviors => _attributes.Length > 0 || _behaviors is { Count: > 0 };

    internal OperationDescription CopyFor(ContractDescription contract)
    {
        var copy = (OperationDescription)MemberwiseClone();
        copy.DeclaringContract = contract;
        copy._model = this;
        copy._behaviors = null;
        return copy;
    }

    /// <summary>Takes the behaviors among the attributes of a method.</summary>
    internal void AddAttributes(MethodInfo method) => _attributes =
        [.. _attributes, .. method.GetCustomAttributes(inherit: true).OfType<IOperationBehavior>()];

    private Dictionary<Type, XmlObjectSerializer> MapDetails()
    {
        var map = new Dictionary<Type, XmlObjectSerializer>();
        foreach (var fault in Faults)
            map[fault.DetailType] = fault.Serializer;
        return map;
    }
}

/// <summary>The operations of a contract; a callback may have the name of an operation of the service.</summary>
public class OperationDescriptionCollection : Collection<OperationDescription>
{
    internal OperationDescriptionCollection()
    {
    }

    /// <summary>Finds the first operation of a name; null when there is none.</summary>
    /// <param name="name">A name on the wire.</param>
    public OperationDescription? Find(string name) => this.FirstOrDefault(o => o.Name == name);

    /// <summary>Finds all operations of a name.</summary>
    /// <param name="name">A name on the wire.</param>
    /// <returns>A new collection, empty when there is none.</returns>
    public Collection<OperationDescription> FindAll(string name) => [.. this.Where(o => o.Name == name)];
}
