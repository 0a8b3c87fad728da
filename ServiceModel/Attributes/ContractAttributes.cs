using SfPerf.ServiceModel.Contracts;

namespace System.ServiceModel;

/// <summary>Marks an interface (or class) as a service contract.</summary>
/// <remarks>The contract is read when a factory or endpoint is created for it. A contract without operations, with two
/// operations of one name, or with a one-way operation that returns a value throws
/// <see cref="InvalidOperationException"/>, some of it only when opened. <c>ProtectionLevel</c> does not exist
/// here.</remarks>
[AttributeUsage(AttributeTargets.Interface | AttributeTargets.Class, Inherited = false)]
public sealed class ServiceContractAttribute : Attribute
{
    /// <summary>Gets or sets the contract's name on the wire; the type's name unless set. Not empty.</summary>
    public string? Name { get; set => field = WireName.Checked(value); }

    /// <summary>Gets or sets the contract's namespace on the wire; http://tempuri.org/ unless set.</summary>
    public string? Namespace { get; set; }

    /// <summary>Gets or sets the contract by which the service calls its client back.</summary>
    /// <value>An interface whose methods have <see cref="OperationContractAttribute"/>; null for none. It needs a
    /// binding with sessions, and a duplex factory or client.</value>
    public Type? CallbackContract { get; set; }

    /// <summary>Gets or sets whether the contract wants a session; Allowed unless set.</summary>
    public SessionMode SessionMode { get; set; }

    /// <summary>Gets or sets the name in configuration files, which are not read here.</summary>
    public string? ConfigurationName { get; set; }
}

/// <summary>Specifies whether a contract wants, allows or refuses sessions.</summary>
public enum SessionMode
{
    /// <summary>The contract has a session where the binding has them.</summary>
    Allowed,

    /// <summary>Opening over a binding without sessions (http, streamed transfer) throws
    /// <see cref="InvalidOperationException"/>.</summary>
    Required,

    /// <summary>Has the same effect as <see cref="Allowed"/>. Unlike in WCF, a binding with sessions is not
    /// refused.</summary>
    NotAllowed,
}

/// <summary>Marks a method of a service contract as an operation.</summary>
/// <remarks>A method may return a value, nothing, a task or a task of a value, or be the first of a pair of Begin and
/// End. Methods of these forms with one name are the same operation. A parameter of type <c>CancellationToken</c> is
/// refused when opened (<see cref="NotSupportedException"/>): use <see cref="IContextChannel.OperationTimeout"/>.
/// <c>ProtectionLevel</c> does not exist here.</remarks>
[AttributeUsage(AttributeTargets.Method)]
public sealed class OperationContractAttribute : Attribute
{
    /// <summary>Gets or sets the name on the wire; the method's, less a task's "Async" and a pair's "Begin", unless
    /// set. Not empty.</summary>
    public string? Name { get; set => field = WireName.Checked(value); }

    /// <summary>Gets or sets the request's action; {namespace}/{contract}/{operation} unless set. At a service, "*"
    /// takes every request that no other operation takes.</summary>
    public string? Action { get; set => field = value ?? throw new ArgumentNullException(nameof(value)); }

    /// <summary>Gets or sets the reply's action; {namespace}/{contract}/{operation}Response unless set. "*" leaves it
    /// to the message that the operation returns.</summary>
    public string? ReplyAction { get; set => field = value ?? throw new ArgumentNullException(nameof(value)); }

    /// <summary>Gets or sets whether the method is the Begin of a pair of Begin and End.</summary>
    public bool AsyncPattern { get; set; }

    /// <summary>Gets or sets whether the caller waits for no reply; false unless set. The method returns nothing, or a
    /// task, and has no out or ref parameters.</summary>
    /// <remarks>In a session the call ends when the message was handed to the connection. Over http and with streamed
    /// transfer it ends when the service has answered it without a message, which a service of this library does after
    /// the operation has run. The caller hears nothing of what the operation throws; in a session such an exception, if
    /// it is no fault and no error handler takes it, cuts the session.</remarks>
    public bool IsOneWay { get; set; }

    /// <summary>Gets or sets whether the operation may start a session; true unless set. False needs
    /// <see cref="SessionMode.Required"/>.</summary>
    /// <remarks>A channel whose first call would be such an operation throws <see cref="InvalidOperationException"/>
    /// unless it was opened before. A service refuses such a call and ends the session.</remarks>
    public bool IsInitiating { get; set; } = true;

    /// <summary>Gets or sets whether the session ends with the operation's reply; false unless set. True needs
    /// <see cref="SessionMode.Required"/>.</summary>
    /// <remarks>The client's channel is closed by the time the call ends, with a result or a fault. Further calls
    /// through it throw <see cref="InvalidOperationException"/>.</remarks>
    public bool IsTerminating { get; set; }
}

/// <summary>Declares a detail type that an operation's faults may carry.</summary>
/// <param name="detailType">A type with a data contract; not null.</param>
/// <remarks>A service throws <see cref="FaultException{TDetail}"/> of the type, and the client's call throws the same.
/// A detail that is not declared arrives as a <see cref="FaultException"/> whose <c>CreateMessageFault</c> has the
/// detail.</remarks>
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

    /// <summary>Gets or sets the detail element's namespace. It has an effect only if <see cref="Name"/> is set; the
    /// contract's unless set.</summary>
    public string? Namespace { get; set; }
}

/// <summary>Sets the element name of a parameter or result on the wire.</summary>
[AttributeUsage(AttributeTargets.Parameter | AttributeTargets.ReturnValue, Inherited = false)]
public sealed class MessageParameterAttribute : Attribute
{
    /// <summary>Gets or sets the element's name: the parameter's, or {operation}Result, unless set. Not
    /// empty.</summary>
    public string? Name { get; set => field = WireName.Checked(value); }
}

/// <summary>Names a type that parameters, results and fault details may hold beside those declared.</summary>
[AttributeUsage(AttributeTargets.Interface | AttributeTargets.Class | AttributeTargets.Method, AllowMultiple = true)]
public sealed class ServiceKnownTypeAttribute : Attribute
{
    /// <summary>Names one type.</summary>
    /// <param name="type">The type.</param>
    public ServiceKnownTypeAttribute(Type type) => Type = type;

    /// <summary>Names a static method of the contract that answers the types.</summary>
    /// <param name="methodName">A static method that takes an <c>ICustomAttributeProvider</c>, which is the contract's
    /// type, and returns a sequence of types.</param>
    public ServiceKnownTypeAttribute(string methodName) => MethodName = methodName;

    /// <summary>Names a static method that answers the types. It is called when the contract is read.</summary>
    /// <param name="methodName">A static method that takes an <c>ICustomAttributeProvider</c>, which is the contract's
    /// type, and returns a sequence of types. It need not be public.</param>
    /// <param name="declaringType">The type of the method.</param>
    public ServiceKnownTypeAttribute(string methodName, Type declaringType)
    {
        MethodName = methodName;
        DeclaringType = declaringType;
    }

    /// <summary>Gets the type; null where a method answers the types.</summary>
    public Type? Type { get; }

    /// <summary>Gets the static method (ICustomAttributeProvider) that answers the known types.</summary>
    public string? MethodName { get; }

    /// <summary>Gets the type of the method; null for the contract.</summary>
    public Type? DeclaringType { get; }
}
