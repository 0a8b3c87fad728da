using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Manifests;

namespace SfPerf.DevCluster.Rest;

/// <content>What the package of an application type says.</content>
internal sealed partial class RestRoutes
{
    private const string TypeVersion = "ApplicationTypeVersion";
    private const string ManifestName = "ServiceManifestName";
    private static readonly string[] NoPlacement = ["LoadMetrics", "ServicePlacementPolicies", "Extensions"];

    private IEnumerable<RestRoute> TypePackageRoutes() =>
    [
        Get("ApplicationTypes/{type}/$/GetApplicationManifest", 1.0m, ApplicationManifestAsync),
        Get("ApplicationTypes/{type}/$/GetServiceManifest", 1.0m, ServiceManifestAsync),
        Get("ApplicationTypes/{type}/$/GetServiceTypes", 1.0m, ServiceTypesAsync),
        Get("ApplicationTypes/{type}/$/GetServiceTypes/{serviceType}", 1.0m, ServiceTypeAsync),
    ];

    private async Task ApplicationManifestAsync(RestCall call)
    {
        var package = await TypePackageAsync(call).ConfigureAwait(false);
        await call.ObjectAsync(w => w.WriteString("Manifest", package.Manifest)).ConfigureAwait(false);
    }

    private async Task ServiceManifestAsync(RestCall call)
    {
        var name = call.Query(ManifestName) ?? throw Invalid($"{ManifestName} is missing.");
        var package = await TypePackageAsync(call).ConfigureAwait(false);
        var text = package.Services.FirstOrDefault(s => s.Package.Name == name).Manifest
            ?? throw new ClusterException("FABRIC_E_SERVICE_MANIFEST_NOT_FOUND", $"The application type has no service "
                + $"manifest '{name}'. Allowed: {string.Join(", ", package.Services.Select(s => s.Package.Name))}.");
        await call.ObjectAsync(w => w.WriteString("Manifest", text)).ConfigureAwait(false);
    }

    // In every version an array.
    private async Task ServiceTypesAsync(RestCall call)
    {
        var types = TypesOf(await TypePackageAsync(call).ConfigureAwait(false));
        await call.ListAsync(types, t => t.Type.Name, WriteServiceType, decimal.MaxValue).ConfigureAwait(false);
    }

    private async Task ServiceTypeAsync(RestCall call)
    {
        var types = TypesOf(await TypePackageAsync(call).ConfigureAwait(false)).ToArray();
        var found = System.Array.FindIndex(types, t => t.Type.Name == call["serviceType"]);
        if (found < 0)
            await call.NothingAsync().ConfigureAwait(false);
        else
            await call.AnswerAsync(w => WriteServiceType(w, types[found])).ConfigureAwait(false);
    }

    private Task<TypePackage> TypePackageAsync(RestCall call) => _manager.TypePackageAsync(
        call["type"]!, call.Query(TypeVersion) ?? throw Invalid($"{TypeVersion} is missing."));

    private static IEnumerable<(ServicePackageDefinition Package, ServiceTypeDefinition Type)> TypesOf(
        TypePackage package) => package.Services.SelectMany(s => s.Package.Types, (s, type) => (s.Package, type));

    private static void WriteServiceType(
        Utf8JsonWriter writer, (ServicePackageDefinition Package, ServiceTypeDefinition Type) found)
    {
        var (package, type) = found;
        writer.WriteStartObject();
        writer.WriteStartObject("ServiceTypeDescription");
        writer.WriteString("Kind", type.Stateful ? "Stateful" : "Stateless");
        writer.WriteBoolean("IsStateful", type.Stateful);
        writer.WriteString("ServiceTypeName", type.Name);
        if (type.Stateful)
            writer.WriteBoolean("HasPersistedState", type.HasPersistedState);
        else
            writer.WriteBoolean("UseImplicitHost", type.UseImplicitHost);
        writer.WriteString("PlacementConstraints", type.PlacementConstraints);
        // What else places services has no effect here, and is not kept.
        foreach (var list in NoPlacement)
        {
            writer.WriteStartArray(list);
            writer.WriteEndArray();
        }
        writer.WriteEndObject();
        writer.WriteString(ManifestName, package.Name);
        writer.WriteString("ServiceManifestVersion", package.Version);
        writer.WriteBoolean("IsServiceGroup", false);
        writer.WriteEndObject();
    }
}
