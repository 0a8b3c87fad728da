using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>Describes why two applications cannot be in one cluster.</summary>
/// <param name="Code">The gateway's code.</param>
/// <param name="Message">A sentence that names both.</param>
internal sealed record ApplicationCollision(string Code, string Message)
{
    /// <summary>Finds what an application that is to come has in common with one that is there; null if nothing. The
    /// same one, by name and type, does not collide: it is replaced.</summary>
    internal static ApplicationCollision? Between(ApplicationDefinition next, ApplicationDefinition held)
    {
        if (next.Name == held.Name)
        {
            return next.TypeName == held.TypeName ? null : new("FABRIC_E_APPLICATION_ALREADY_EXISTS",
                $"The cluster holds {held.Name} of type {held.TypeName} with its state; {next.Name} of type "
                + $"{next.TypeName} would replace it and delete that state.");
        }
        if (Names(next).Intersect(Names(held)).FirstOrDefault() is { } name)
        {
            return new("FABRIC_E_SERVICE_ALREADY_EXISTS", $"The name '{name}' is in {held.Name}, which the cluster "
                + $"holds, and in {next.Name}, which is to be deployed.");
        }
        var ports = Ports(held);
        var port = Ports(next).FirstOrDefault(p => ports.ContainsKey(p.Key));
        return port.Value is null ? null : new("FABRIC_E_INVALID_OPERATION", $"The port {port.Key} is fixed by the "
            + $"endpoint '{ports[port.Key]}' of {held.Name}, which the cluster holds, and by the endpoint "
            + $"'{port.Value}' of {next.Name}, which is to be deployed.");
    }

    private static IEnumerable<string> Names(ApplicationDefinition application) =>
        application.Services.Select(s => s.Name).Append(application.Name);

    private static Dictionary<int, string> Ports(ApplicationDefinition application) => application.Packages
        .SelectMany(p => p.Endpoints.Where(e => e.Port != 0), (p, e) => (e.Port, Name: $"{p.Name}/{e.Name}"))
        .GroupBy(e => e.Port).ToDictionary(g => g.Key, g => g.First().Name);
}
