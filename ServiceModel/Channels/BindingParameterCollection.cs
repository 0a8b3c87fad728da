using System.Collections.Generic;

namespace System.ServiceModel.Channels;

/// <summary>What behaviors hand to bindings. Nothing here reads it.</summary>
public class BindingParameterCollection : KeyedByTypeCollection<object>
{
}
