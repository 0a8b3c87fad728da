using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;

namespace System.ServiceModel.Channels;

/// <summary>The elements of a binding in order.</summary>
public class BindingElementCollection : Collection<BindingElement>
{
    public BindingElementCollection()
    {
    }

    public BindingElementCollection(IEnumerable<BindingElement> elements)
    {
        ArgumentNullException.ThrowIfNull(elements);
        AddRange(elements.ToArray());
    }

    public void AddRange(params BindingElement[] elements)
    {
        ArgumentNullException.ThrowIfNull(elements);
        foreach (var element in elements)
            Add(element);
    }

    public BindingElementCollection Clone() => new(this.Select(e => e.Clone()));

    public T? Find<T>() => this.OfType<T>().FirstOrDefault();
}

/// <summary>What behaviors hand to bindings. Nothing here reads it.</summary>
public class BindingParameterCollection : KeyedByTypeCollection<object>
{
}
