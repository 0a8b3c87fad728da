using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.ServiceModel.Description;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Reads a contract's attributes into its description.</summary>
internal sealed class ContractReader(Type contractType)
{
    private const string Begin = "Begin";

    private readonly Dictionary<string, OperationDescription> _byName = [];
    private readonly List<Type> _knownTypes = [];

    internal ContractDescription Read()
    {
        var attribute = AttributeOf(contractType) ?? throw new InvalidOperationException(
            $"{contractType} lacks the ServiceContract attribute, so it is no contract.");
        var contract = new ContractDescription(contractType, NameOf(contractType, attribute), SpaceOf(attribute))
        {
            CallbackContractType = attribute.CallbackContract ?? InheritedCallback(),
            SessionMode = attribute.SessionMode,
            ConfigurationName = attribute.ConfigurationName ?? contractType.FullName,
        };
        foreach (var type in contractType.GetInterfaces().Where(t => AttributeOf(t) is not null).Prepend(contractType))
        {
            var own = AttributeOf(type)!;
            ReadMethods(contract, type, NameOf(type, own), SpaceOf(own), isCallback: false);
        }

        if (contract.CallbackContractType is { } callback)
        {
            foreach (var type in callback.GetInterfaces().Prepend(callback))
                ReadMethods(contract, type, contract.Name, contract.Namespace, isCallback: true);
        }

        if (contract.Operations.Count == 0)
            throw new InvalidOperationException($"The contract {contractType} has no operation.");
        return contract;
    }

    /// <exception cref="InvalidOperationException">The contract's operations do not fit its sessions.</exception>
    internal static void CheckSession(ContractDescription contract)
    {
        if (contract.SessionMode != SessionMode.Required
            && contract.Operations.FirstOrDefault(o => !o.IsInitiating || o.IsTerminating) is { } operation)
        {
            throw new InvalidOperationException(
                $"The operation {operation.Name} of {contract.ContractType} is not IsInitiating, "
                + "or is IsTerminating; this takes SessionMode.Required.");
        }

        if (contract.Operations.All(o => !o.IsInitiating))
            throw new InvalidOperationException($"No operation of {contract.ContractType} may start its session.");
    }

    private static ServiceContractAttribute? AttributeOf(Type type) =>
        type.GetCustomAttribute<ServiceContractAttribute>(inherit: false);

    private static string NameOf(Type type, ServiceContractAttribute attribute) =>
        XmlConvert.EncodeLocalName(attribute.Name ?? TypeName(type))!;

    private static string SpaceOf(ServiceContractAttribute attribute) => attribute.Namespace ?? Names.TempUri;

    private Type? InheritedCallback() =>
        contractType.GetInterfaces().Select(t => AttributeOf(t)?.CallbackContract).FirstOrDefault(t => t is not null);

    private void ReadMethods(ContractDescription contract, Type type, string name, string space, bool isCallback)
    {
        const BindingFlags Flags = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
            | BindingFlags.DeclaredOnly;
        _knownTypes.AddRange(KnownTypes.Of(type, type));
        foreach (var method in type.GetMethods(Flags))
        {
            if (method.GetCustomAttribute<OperationContractAttribute>() is { } attribute)
                Add(contract, method, attribute, name, space, isCallback);
        }
    }

    private void Add(
        ContractDescription contract,
        MethodInfo method,
        OperationContractAttribute attribute,
        string contractName,
        string space,
        bool isCallback)
    {
        var isTask = typeof(Task).IsAssignableFrom(method.ReturnType);
        var end = attribute.AsyncPattern && !isTask ? EndOf(method) : null;
        var name = attribute.Name
            ?? (end is null ? LogicalName(method, isTask) : method.Name[Begin.Length..]);
        var key = isCallback ? "<" + name : name;
        if (_byName.TryGetValue(key, out var known))
        {
            Merge(known, method, isTask, end);
            return;
        }

        var returned = (end ?? method).ReturnType;
        if (attribute.IsOneWay && returned != typeof(void) && returned != typeof(Task))
            throw new InvalidOperationException($"The one-way operation {name} of {contractType} returns a value.");
        var action = attribute.Action ?? Join(space, contractName, name);
        var reply = attribute.ReplyAction ?? Join(space, contractName, name) + "Response";
        var operation = new OperationDescription(name, contract)
        {
            IsOneWay = attribute.IsOneWay,
            IsInitiating = attribute.IsInitiating,
            IsTerminating = attribute.IsTerminating,
            IsCallback = isCallback,
            Namespace = space,
            RequestAction = contract.Dictionary.Add(action),
            ReplyAction = contract.Dictionary.Add(reply),
        };
        Merge(operation, method, isTask, end);
        foreach (var knownType in _knownTypes.Concat(KnownTypes.Of(method, method.DeclaringType!)))
            operation.KnownTypes.Add(knownType);
        operation.AddAttributes(method);
        AddFaults(operation, method, Join(space, contractName, name));
        _byName.Add(key, operation);
        contract.Operations.Add(operation);
    }

    private static MethodInfo EndOf(MethodInfo begin)
    {
        var parameters = begin.GetParameters();
        var end = begin.Name.StartsWith(Begin, StringComparison.Ordinal)
            ? begin.DeclaringType!.GetMethod("End" + begin.Name[Begin.Length..]) : null;
        return begin.ReturnType == typeof(IAsyncResult) && parameters.Length >= 2
            && parameters[^2].ParameterType == typeof(AsyncCallback) && parameters[^1].ParameterType == typeof(object)
            && end?.GetParameters() is [.., { ParameterType: var last }] && last == typeof(IAsyncResult)
            ? end
            : throw new InvalidOperationException(
                $"{begin.DeclaringType}.{begin.Name} has AsyncPattern but is not of the form "
                + "IAsyncResult BeginX(..., AsyncCallback, object) with an EndX(..., IAsyncResult).");
    }

    private void Merge(OperationDescription operation, MethodInfo method, bool isTask, MethodInfo? end)
    {
        var known = isTask ? operation.TaskMethod : end is null ? operation.SyncMethod : operation.BeginMethod;
        if (known is not null)
        {
            throw new InvalidOperationException(
                $"{contractType} has two operations named {operation.Name}; set OperationContract.Name on one.");
        }

        if (isTask)
            operation.TaskMethod = method;
        else if (end is null)
            operation.SyncMethod = method;
        else
            (operation.BeginMethod, operation.EndMethod) = (method, end);
    }

    private static void AddFaults(OperationDescription operation, MethodInfo method, string prefix)
    {
        foreach (var attribute in method.GetCustomAttributes<FaultContractAttribute>())
        {
            var name = attribute.Name ?? TypeName(attribute.DetailType) + "Fault";
            var encoded = XmlConvert.EncodeLocalName(name)!;
            var space = attribute.Namespace ?? operation.Namespace;
            // A namespace alone changes nothing: the element is the data contract's own.
            var serializer = attribute.Name is null
                ? new DataContractSerializer(attribute.DetailType, operation.KnownTypes)
                : new DataContractSerializer(attribute.DetailType, encoded, space, operation.KnownTypes);
            operation.Faults.Add(
                new(attribute.Action ?? prefix + name, attribute.DetailType, encoded, space, serializer));
        }
    }

    // The names of generic types and arrays as Microsoft's library makes them.
    private static string TypeName(Type type)
    {
        if (type.IsArray)
            return "ArrayOf" + TypeName(type.GetElementType()!);
        return type.IsGenericType
            ? type.Name[..type.Name.IndexOf('`')] + "Of" + string.Concat(
                type.GetGenericArguments().Select(a => "_" + TypeName(a)))
            : type.Name;
    }

    private static string LogicalName(MethodInfo method, bool isTask)
    {
        var name = method.Name;
        if (isTask && name.Length > 5 && name.EndsWith("Async", StringComparison.Ordinal))
            name = name[..^5];
        return name;
    }

    private static string Join(string space, string contract, string operation)
    {
        if (space.Length == 0)
            return $"urn:{contract}/{operation}";
        return space.EndsWith('/') ? $"{space}{contract}/{operation}" : $"{space}/{contract}/{operation}";
    }
}
