using System.Collections.Generic;
using System.Linq;

namespace System.ServiceModel.Channels;

/// <summary>A binding put together from its elements.</summary>
public class CustomBinding : Binding
{
    public CustomBinding()
    {
    }

    public CustomBinding(params BindingElement[] bindingElementsInTopDownChannelStackOrder) =>
        Elements.AddRange(bindingElementsInTopDownChannelStackOrder);

    public CustomBinding(IEnumerable<BindingElement> bindingElementsInTopDownChannelStackOrder) =>
        Elements.AddRange(bindingElementsInTopDownChannelStackOrder.ToArray());

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

    public BindingElementCollection Elements { get; } = [];

    public override string Scheme => Elements.Find<TransportBindingElement>()?.Scheme ?? "";

    public override BindingElementCollection CreateBindingElements() => Elements.Clone();
}
