using System.Collections.Generic;

namespace System.ServiceModel.Channels;

/// <summary>Specifies how clients communicate with an endpoint: a transport, an encoding and the timeouts.</summary>
/// <remarks>A binding is read when a host or factory opens; later changes have no effect on it. Not safe for several
/// threads that change it. A class derived from it is used by its <see cref="CreateBindingElements"/>, scheme, timeouts
/// and name; the elements must be those of this library.</remarks>
public abstract class Binding
{
    private const string DefaultNamespace = "http://tempuri.org/";

    /// <summary>Creates a binding that is named as its class, with the namespace <c>http://tempuri.org/</c>.</summary>
    protected Binding()
    {
        Name = GetType().Name;
        Namespace = DefaultNamespace;
    }

    /// <summary>Creates a binding.</summary>
    /// <param name="name">Not empty.</param>
    /// <param name="ns">Not null.</param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="ArgumentNullException">The namespace is null.</exception>
    protected Binding(string name, string ns)
    {
        Name = name;
        Namespace = ns;
    }

    /// <summary>Gets or sets the limit of closing a channel or factory without another timeout.</summary>
    /// <value>Zero or more; 1 minute unless set. 20 days or more mean no limit.</value>
    /// <remarks>At a service it also limits how long a client may take to end a session that the service has ended. A
    /// host has a close timeout of its own.</remarks>
    public TimeSpan CloseTimeout { get; set => field = NotNegative(value); } = TimeSpan.FromMinutes(1);

    /// <summary>Gets or sets the limit of opening a channel explicitly: connecting, and the wait for the service to
    /// acknowledge the session.</summary>
    /// <value>Zero or more; 1 minute unless set. 20 days or more mean no limit.</value>
    /// <remarks>A channel that its first call opens has that call's <see cref="IContextChannel.OperationTimeout"/>
    /// instead. With streamed transfer it limits the connecting of each call.</remarks>
    public TimeSpan OpenTimeout { get; set => field = NotNegative(value); } = TimeSpan.FromMinutes(1);

    /// <summary>Gets or sets how long a service keeps a session over net.tcp or net.pipe that sends nothing while no
    /// operation runs.</summary>
    /// <value>Zero or more; 10 minutes unless set.</value>
    /// <remarks>The same time limits how long one message may be on its way, and with streamed transfer the request and
    /// the writing of the reply. Past it the service cuts the connection, and the client's channel is Faulted. A client
    /// does not apply the value, and it has no effect over http.</remarks>
    public TimeSpan ReceiveTimeout { get; set => field = NotNegative(value); } = TimeSpan.FromMinutes(10);

    /// <summary>Gets or sets the limit of a call, as the first value of
    /// <see cref="IContextChannel.OperationTimeout"/>.</summary>
    /// <value>Zero or more; 1 minute unless set. 20 days or more mean no limit.</value>
    /// <remarks>At a service it is the limit of its calls back to its clients.</remarks>
    public TimeSpan SendTimeout { get; set => field = NotNegative(value); } = TimeSpan.FromMinutes(1);

    /// <summary>Gets the versions of SOAP and WS-Addressing that the encoding writes.</summary>
    /// <exception cref="NotSupportedException">The binding asks for another security than None.</exception>
    public MessageVersion MessageVersion =>
        CreateBindingElements().Find<MessageEncodingBindingElement>()?.MessageVersion ?? MessageVersion.Default;

    /// <summary>Gets or sets the name, which appears in errors and in names of endpoints; not empty. It is not
    /// sent.</summary>
    public string Name { get; set => field = NotEmpty(value); }

    /// <summary>Gets or sets the namespace; not null. It has no effect here.</summary>
    public string Namespace { get; set => field = value ?? throw new ArgumentNullException(nameof(value)); }

    /// <summary>Gets the scheme of the addresses that the binding is for, such as <c>net.tcp</c>.</summary>
    public abstract string Scheme { get; }

    /// <summary>Makes the elements that the binding stands for: the encoding, then the transport.</summary>
    /// <returns>Copies: changes of them do not change the binding.</returns>
    public abstract BindingElementCollection CreateBindingElements();

    /// <exception cref="NotSupportedException">Another security than none was asked for.</exception>
    private protected void RequireNone<TMode>(TMode mode, TMode none)
        where TMode : struct, Enum
    {
        if (EqualityComparer<TMode>.Default.Equals(mode, none))
            return;
        var type = GetType().Name;
        throw new NotSupportedException(
            $"{type} with security {mode} is not supported; use new {type}({typeof(TMode).Name}.{none}).");
    }

    private static string NotEmpty(string value) => string.IsNullOrEmpty(value)
        ? throw new ArgumentException("A binding needs a name.", nameof(value)) : value;

    private static TimeSpan NotNegative(TimeSpan value) =>
        value >= TimeSpan.Zero ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null);
}
