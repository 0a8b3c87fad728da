using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>Names of services as people write them.</summary>
internal static class ServiceNames
{
    private const string Scheme = "fabric:/";

    /// <summary>Returns the full name: a name of one part, as <c>Store</c>, stands for the only service whose last part
    /// it is. A service's full name has an application's before it, so that one part is never the whole.</summary>
    /// <param name="asked">With or without <c>fabric:/</c>.</param>
    /// <param name="names">The full names of all services.</param>
    /// <returns>What was asked for, where nothing has such a name.</returns>
    /// <exception cref="ClusterException">Several services have it as their last part.</exception>
    internal static string Full(string asked, IEnumerable<string> names)
    {
        var name = asked.StartsWith(Scheme, StringComparison.Ordinal) ? asked : Scheme + asked;
        if (name.LastIndexOf('/') >= Scheme.Length)
            return name;
        var end = name[(Scheme.Length - 1)..];
        var found = names.Where(n => n.EndsWith(end, StringComparison.Ordinal)).Order(StringComparer.Ordinal).ToArray();
        return found.Length <= 1 ? found.FirstOrDefault(name) : throw new ClusterException("E_INVALIDARG",
            $"'{asked}' is the name of {found.Length} services. Allowed: {string.Join(", ", found)}.");
    }
}
