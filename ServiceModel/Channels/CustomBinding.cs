using System.Collections.Generic;
using System.Linq;

namespace System.ServiceModel.Channels;

/// <summary>A binding put together from its elements: a transport, and an encoding that may be left out.</summary>
/// <remarks>Without an encoding messages are binary over net.tcp and net.pipe, and SOAP 1.2 text with WS-Addressing
/// over http. The order of the elements does not matter. Over net.tcp and net.pipe an encoding without WS-Addressing is
/// refused when opened (<see cref="NotSupportedException"/>). A binding without a transport cannot be opened.</remarks>
public class CustomBinding : Binding
{
    /// <summary>Creates a binding without elements.</summary>
    public CustomBinding()
    {
    }

    /// <summary>Creates a binding of elements, which are not copied.</summary>
    /// <param name="bindingElementsInTopDownChannelStackOrder">The encoding and the transport.</param>
    public CustomBinding(params BindingElement[] bindingElementsInTopDownChannelStackOrder) =>
        Elements.AddRange(bindingElementsInTopDownChannelStackOrder);

    /// <summary>Creates a binding of elements, which are not copied.</summary>
    /// <param name="bindingElementsInTopDownChannelStackOrder">The encoding and the transport.</param>
    public CustomBinding(IEnumerable<BindingElement> bindingElementsInTopDownChannelStackOrder) =>
        Elements.AddRange(bindingElementsInTopDownChannelStackOrder.ToArray());

    /// <summary>Creates a binding of another one's elements, name and timeouts. Later changes of the other have no
    /// effect.</summary>
    /// <param name="binding">A binding without security.</param>
    /// <exception cref="NotSupportedException">The other binding asks for another security than None.</exception>
    public CustomBinding(Binding binding)
    {
        ArgumentNullException.ThrowIfNull(binding);
        Elements.AddRange(binding.CreateBindingElements().ToArray());
        Name = binding.Name;
        Namespace = binding.Namespace;
        OpenTimeout = binding.OpenTimeout;
        CloseTimeout = binding.CloseTimeout;
        SendTimeout = binding.SendTimeout;
        ReceiveTimeout = binding.ReceiveTimeout;
    }

    /// <summary>Gets the elements, which may be changed before a host or factory opens.</summary>
    public BindingElementCollection Elements { get; } = [];

    /// <summary>Gets the scheme of the transport; empty without one.</summary>
    public override string Scheme => Elements.Find<TransportBindingElement>()?.Scheme ?? "";

    /// <summary>Makes copies of the elements.</summary>
    public override BindingElementCollection CreateBindingElements() => Elements.Clone();
}
