using System.Linq;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Nodes;

/// <summary>The address of a guest program, which publishes none: that of its endpoints in the manifest.</summary>
internal static class GuestAddress
{
    private static readonly JsonSerializerOptions Plain = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>
    /// Returns <c>{"Endpoints":{"NAME":"SCHEME://HOST:PORT/SUFFIX"}}</c>; without the scheme where the manifest names
    /// none for a protocol other than http and https.
    /// </summary>
    internal static string Of(HostActivation activation, string host)
    {
        var endpoints = new JsonObject();
        foreach (var endpoint in activation.Package.Endpoints)
        {
            var port = activation.Endpoints.First(e => e.Name == endpoint.Name).Port;
            var scheme = endpoint.UriScheme.Length > 0 ? endpoint.UriScheme
                : endpoint.Protocol is "http" or "https" ? endpoint.Protocol : "";
            var suffix = endpoint.PathSuffix.Length == 0 ? "" : "/" + endpoint.PathSuffix.TrimStart('/');
            endpoints[endpoint.Name] = $"{(scheme.Length == 0 ? "" : scheme + "://")}{host}:{port}{suffix}";
        }
        return new JsonObject { ["Endpoints"] = endpoints }.ToJsonString(Plain);
    }
}
