using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest;

/// <content>Applications and their types.</content>
internal sealed partial class RestRoutes
{
    private const decimal PagedTypesVersion = 4.0m;

    private IEnumerable<RestRoute> ApplicationRoutes() =>
    [
        Get("Applications", 1.0m, ApplicationsAsync),
        Get("Applications/{application}", 1.0m, ApplicationAsync),
        Get("Applications/{application}/$/GetUpgradeProgress", 1.0m, UpgradeProgressAsync),
        Post("Applications/{application}/$/Delete", 1.0m, DeleteApplicationAsync),
        Get("ApplicationTypes", 1.0m, ApplicationTypesAsync),
        Get("ApplicationTypes/{type}", 1.0m, ApplicationTypesAsync),
        Post("ApplicationTypes/$/Provision", 1.0m, ProvisionAsync),
        Post("ApplicationTypes/{type}/$/Unprovision", 1.0m, UnprovisionAsync),
        Post("Applications/$/Create", 1.0m, CreateApplicationAsync),
    ];

    private async Task ApplicationsAsync(RestCall call)
    {
        var (type, parameters) = (call.Query("ApplicationTypeName"), ShowsParameters(call));
        var applications = await _manager.ApplicationsAsync().ConfigureAwait(false);
        await call.ListAsync(applications.Where(a => type is null || a.TypeName == type), a => a.Name,
            (w, application) => ApplicationShapes.Write(w, application, call.Version, parameters))
            .ConfigureAwait(false);
    }

    private async Task ApplicationAsync(RestCall call)
    {
        var applications = await _manager.ApplicationsAsync().ConfigureAwait(false);
        await call.EntityAsync(Array.Find(applications, a => a.Name == call.Application), (w, application) =>
            ApplicationShapes.Write(w, application, call.Version, ShowsParameters(call))).ConfigureAwait(false);
    }

    // One route for all types, one for the versions of one.
    private async Task ApplicationTypesAsync(RestCall call)
    {
        var (name, version) = (call["type"], call.Query("ApplicationTypeVersion"));
        var parameters = ShowsParameters(call);
        var types = (await TypesAsync().ConfigureAwait(false))
            .Where(t => (name is null || t.Name == name) && (version is null || t.Version == version)).ToArray();
        if (types.Length == 0 && call.Version >= PagedTypesVersion)
        {
            await call.NothingAsync().ConfigureAwait(false);
            return;
        }
        await call.ListAsync(types, t => $"{t.Name}\n{t.Version}",
            (w, type) => ApplicationShapes.Write(w, type, parameters), PagedTypesVersion).ConfigureAwait(false);
    }

    // Also those of applications that were deployed without a provisioned type; their defaults are not kept.
    private async Task<IEnumerable<ApplicationTypeView>> TypesAsync()
    {
        var provisioned = await _manager.ApplicationTypesAsync().ConfigureAwait(false);
        var used = await _manager.ApplicationsAsync().ConfigureAwait(false);
        return provisioned.Concat(
            used.Select(a => new ApplicationTypeView(a.TypeName, a.TypeVersion, new Dictionary<string, string>())))
            .DistinctBy(t => (t.Name, t.Version));
    }

    // No application of this cluster was ever upgraded.
    private async Task UpgradeProgressAsync(RestCall call)
    {
        var application = FindApplication(await _manager.ApplicationsAsync().ConfigureAwait(false), call.Application);
        await call.ObjectAsync(writer =>
        {
            writer.WriteString("Name", application.Name);
            writer.WriteString("TypeName", application.TypeName);
            writer.WriteString("TargetApplicationTypeVersion", application.TypeVersion);
            UpgradeShape.WriteNever(writer);
        }).ConfigureAwait(false);
    }

    private async Task CreateApplicationAsync(RestCall call)
    {
        var request = await RestBody.ReadAsync(call).ConfigureAwait(false);
        await _manager.CreateApplicationAsync(request.Required("Name"), request.Required("TypeName"),
            request.Required("TypeVersion"), request.Pairs("ParameterList"), LimitOf(call)).ConfigureAwait(false);
        await call.DoneAsync(StatusCodes.Status201Created).ConfigureAwait(false);
    }

    private async Task DeleteApplicationAsync(RestCall call)
    {
        await _manager.RemoveAsync(call.Application).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task ProvisionAsync(RestCall call)
    {
        var request = await RestBody.ReadAsync(call).ConfigureAwait(false);
        if (request.Has("Kind")
            && request.OneOf("Kind", "ImageStorePath", "ExternalStore") is var kind and not "ImageStorePath")
        {
            throw Invalid($"Kind is '{kind}'. Allowed here: ImageStorePath.");
        }
        var cleanup = request.Text("ApplicationPackageCleanupPolicy");
        if (cleanup is not ("" or "Default" or "Automatic" or "Manual" or "Invalid"))
        {
            throw Invalid(
                $"ApplicationPackageCleanupPolicy is '{cleanup}'. Allowed: Default, Automatic, Manual.");
        }
        var path = request.Required("ApplicationTypeBuildPath");
        _ = await _manager.ProvisionAsync(path).ConfigureAwait(false);
        if (cleanup == "Automatic")
            await _manager.RemoveImageAsync(path).ConfigureAwait(false);
        await call.DoneAsync(DoneStatus(request)).ConfigureAwait(false);
    }

    private async Task UnprovisionAsync(RestCall call)
    {
        var request = await RestBody.ReadAsync(call).ConfigureAwait(false);
        await _manager.UnprovisionAsync(call["type"]!, request.Required("ApplicationTypeVersion"))
            .ConfigureAwait(false);
        await call.DoneAsync(DoneStatus(request)).ConfigureAwait(false);
    }

    // A client that asked not to wait expects 202; the work is done all the same.
    private static int DoneStatus(RestBody request) =>
        request.Flag("Async") ? StatusCodes.Status202Accepted : StatusCodes.Status200OK;

    private static bool ShowsParameters(RestCall call) =>
        !"true".Equals(call.Query("ExcludeApplicationParameters"), StringComparison.OrdinalIgnoreCase);

    // The query says how long the client waits; what is no number is ignored, as Service Fabric's gateway does.
    private static TimeSpan LimitOf(RestCall call) => TimeSpan.FromSeconds(
        int.TryParse(call.Query("timeout"), out var seconds) && seconds is > 0 and <= 3600 ? seconds : 60);

    private static ApplicationView FindApplication(IEnumerable<ApplicationView> applications, string name) =>
        applications.FirstOrDefault(a => a.Name == name)
        ?? throw new Fabric.Cluster.Management.ClusterException(
            "FABRIC_E_APPLICATION_NOT_FOUND", $"There is no application '{name}'.");
}
