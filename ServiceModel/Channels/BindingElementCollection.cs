using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;

namespace System.ServiceModel.Channels;

/// <summary>The elements of a binding.</summary>
public class BindingElementCollection : Collection<BindingElement>
{
    /// <summary>Creates an empty collection.</summary>
    public BindingElementCollection()
    {
    }

    /// <summary>Creates a collection of elements, which are not copied.</summary>
    /// <param name="elements">Not null.</param>
    public BindingElementCollection(IEnumerable<BindingElement> elements)
    {
        ArgumentNullException.ThrowIfNull(elements);
        AddRange(elements.ToArray());
    }

    /// <summary>Adds elements at the end.</summary>
    /// <param name="elements">Not null.</param>
    public void AddRange(params BindingElement[] elements)
    {
        ArgumentNullException.ThrowIfNull(elements);
        foreach (var element in elements)
            Add(element);
    }

    /// <summary>Makes a collection of copies of the elements.</summary>
    public BindingElementCollection Clone() => new(this.Select(e => e.Clone()));

    /// <summary>Finds the first element of a type, or of one derived from it.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <returns>The default value, null for a class, when there is none.</returns>
    public T? Find<T>() => this.OfType<T>().FirstOrDefault();
}

/// <summary>The parameters that behaviors pass to bindings. Nothing here reads them.</summary>
public class BindingParameterCollection : KeyedByTypeCollection<object>
{
}
