using System.Collections.Generic;

namespace System.ServiceModel.Channels;

/// <summary>How to talk to an endpoint.</summary>
public abstract class Binding
{
    private const string DefaultNamespace = "http://tempuri.org/";

    protected Binding()
    {
        Name = GetType().Name;
        Namespace = DefaultNamespace;
    }

    protected Binding(string name, string ns)
    {
        Name = name;
        Namespace = ns;
    }

    public TimeSpan CloseTimeout { get; set => field = NotNegative(value); } = TimeSpan.FromMinutes(1);

    public TimeSpan OpenTimeout { get; set => field = NotNegative(value); } = TimeSpan.FromMinutes(1);

    public TimeSpan ReceiveTimeout { get; set => field = NotNegative(value); } = TimeSpan.FromMinutes(10);

    public TimeSpan SendTimeout { get; set => field = NotNegative(value); } = TimeSpan.FromMinutes(1);

    public MessageVersion MessageVersion =>
        CreateBindingElements().Find<MessageEncodingBindingElement>()?.MessageVersion ?? MessageVersion.Default;

    public string Name { get; set => field = NotEmpty(value); }

    public string Namespace { get; set => field = value ?? throw new ArgumentNullException(nameof(value)); }

    public abstract string Scheme { get; }

    /// <summary>Makes the elements the binding stands for, outermost first, the transport last.</summary>
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
