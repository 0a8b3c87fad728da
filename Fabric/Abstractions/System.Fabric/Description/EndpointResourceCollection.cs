#nullable disable

using System.Collections.ObjectModel;

namespace System.Fabric.Description;

internal sealed class EndpointResourceCollection : KeyedCollection<string, EndpointResourceDescription>
{
    protected override string GetKeyForItem(EndpointResourceDescription item) => item.Name;
}
