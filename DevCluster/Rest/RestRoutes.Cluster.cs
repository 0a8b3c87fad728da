using System.Collections.Generic;
using System.Threading.Tasks;
using SfPerf.DevCluster.Rest.Shapes;

namespace SfPerf.DevCluster.Rest;

/// <content>The cluster as a whole.</content>
internal sealed partial class RestRoutes
{
    private IEnumerable<RestRoute> ClusterRoutes() =>
    [
        Get("$/GetAadMetadata", 1.0m, AadMetadataAsync),
        Get("$/GetClusterVersion", 6.4m, ClusterVersionAsync),
        Get("$/GetProvisionedCodeVersions", 1.0m, CodeVersionsAsync),
        Get("$/GetClusterManifest", 1.0m, ClusterManifestAsync),
        Get("$/GetUpgradeProgress", 1.0m, ClusterUpgradeAsync),
        Get("$/GetLoadInformation", 1.0m, ClusterLoadAsync),
    ];

    // Any other type than aad tells clients that there is no login.
    private static Task AadMetadataAsync(RestCall call) => call.ObjectAsync(static writer =>
    {
        writer.WriteString("type", "");
        writer.WriteStartObject("metadata");
        writer.WriteEndObject();
    });

    private static Task ClusterVersionAsync(RestCall call) =>
        call.ObjectAsync(static writer => writer.WriteString("Version", NodeShape.CodeVersion));

    private static Task CodeVersionsAsync(RestCall call) => call.AnswerAsync(static writer =>
    {
        writer.WriteStartArray();
        writer.WriteStartObject();
        writer.WriteString("CodeVersion", NodeShape.CodeVersion);
        writer.WriteEndObject();
        writer.WriteEndArray();
    });

    private async Task ClusterManifestAsync(RestCall call)
    {
        var status = await _manager.StatusAsync().ConfigureAwait(false);
        var manifest = ClusterManifest.Of(status);
        await call.ObjectAsync(writer => writer.WriteString("Manifest", manifest)).ConfigureAwait(false);
    }

    private static Task ClusterUpgradeAsync(RestCall call) => call.ObjectAsync(static writer =>
    {
        writer.WriteString("CodeVersion", NodeShape.CodeVersion);
        writer.WriteString("ConfigVersion", NodeShape.ConfigVersion);
        UpgradeShape.WriteNever(writer);
    });

    private static Task ClusterLoadAsync(RestCall call) =>
        call.ObjectAsync(static writer => writer.WriteNone("LoadMetricInformation"));
}
