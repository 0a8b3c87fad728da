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

/// <summary>Says whether a contract wants, allows or refuses sessions.</summary>
public enum SessionMode
{
    Allowed,
    Required,
    NotAllowed,
}

/// <summary>Marks a method of a service contract as an operation.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class OperationContractAttribute : Attribute
{
    /// <summary>Gets or sets the name on the wire; the method's, less a task's "Async", unless set.</summary>
    public string? Name { get; set => field = WireName.Checked(value); }

    /// <summary>Gets or sets the request's action; {namespace}/{contract}/{operation} unless set.</summary>
    public string? Action { get; set => field = value ?? throw new ArgumentNullException(nameof(value)); }

    /// <summary>Gets or sets the reply's action; the request's with "Response" unless set.</summary>
    public string? ReplyAction { get; set => field = value ?? throw new ArgumentNullException(nameof(value)); }

    /// <summary>Gets or sets whether the method is the Begin of a pair of Begin and End.</summary>
    public bool AsyncPattern { get; set; }

    /// <summary>Gets or sets whether the caller waits for no reply.</summary>
    public bool IsOneWay { get; set; }

    /// <summary>Gets or sets whether the operation may start a session.</summary>
    public bool IsInitiating { get; set; } = true;

    /// <summary>Gets or sets whether the session ends with the operation's reply.</summary>
    public bool IsTerminating { get; set; }
}

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

/// <summary>Sets the element name of a parameter or result on the wire.</summary>
[AttributeUsage(AttributeTargets.Parameter | AttributeTargets.ReturnValue, Inherited = false)]
public sealed class MessageParameterAttribute : Attribute
{
    public string? Name { get; set => field = WireName.Checked(value); }
}

/// <summary>Names a type that parameters and results may hold beside those declared.</summary>
[AttributeUsage(AttributeTargets.Interface | AttributeTargets.Class | AttributeTargets.Method, AllowMultiple = true)]
public sealed class ServiceKnownTypeAttribute : Attribute
{
    public ServiceKnownTypeAttribute(Type type) => Type = type;

    public ServiceKnownTypeAttribute(string methodName) => MethodName = methodName;

    public ServiceKnownTypeAttribute(string methodName, Type declaringType)
    {
        MethodName = methodName;
        DeclaringType = declaringType;
    }

    public Type? Type { get; }

    /// <summary>Gets the static method (ICustomAttributeProvider) that answers the known types.</summary>
    public string? MethodName { get; }

    public Type? DeclaringType { get; }
}
