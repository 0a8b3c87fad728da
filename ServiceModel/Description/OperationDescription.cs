using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using System.Reflection;
using System.Runtime.Serialization;
using System.Threading;
using System.Xml;
using SfPerf.ServiceModel.Contracts;

namespace System.ServiceModel.Description;

/// <summary>One operation of a contract.</summary>
public class OperationDescription
{
    private OperationFormatter? _formatter;

    internal OperationDescription(string name, ContractDescription contract)
    {
        Name = name;
        DeclaringContract = contract;
    }

    public string Name { get; }

    public ContractDescription DeclaringContract { get; }

    public MethodInfo? SyncMethod { get; internal set; }

    public MethodInfo? TaskMethod { get; internal set; }

    public MethodInfo? BeginMethod { get; internal set; }

    public MethodInfo? EndMethod { get; internal set; }

    public bool IsOneWay { get; internal init; }

    public bool IsInitiating { get; internal init; }

    public bool IsTerminating { get; internal init; }

    public Collection<FaultDescription> Faults { get; } = [];

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
            if (_formatter is null)
                Interlocked.CompareExchange(ref _formatter, new(this), null);
            return _formatter;
        }
    }

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
    public OperationDescription? Find(string name) => this.FirstOrDefault(o => o.Name == name);

    public Collection<OperationDescription> FindAll(string name) => [.. this.Where(o => o.Name == name)];
}
