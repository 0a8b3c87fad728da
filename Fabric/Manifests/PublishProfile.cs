using System.IO;
using System.Linq;

namespace SfPerf.Fabric.Manifests;

/// <summary>A publish profile: where to, and with which parameter file.</summary>
internal sealed record PublishProfile(string File, string ParameterFile)
{
    private static readonly string[] Certificate =
        ["ServerCertThumbprint", "FindType", "FindValue", "StoreLocation", "StoreName"];

    internal static PublishProfile Read(string file)
    {
        var root = ManifestElement.Load(file, "PublishProfile", Xml.Tools).Attributes();
        var children = root.Elements("ClusterConnectionParameters", "ApplicationParameterFile", "UpgradeDeployment",
            "CopyPackageParameters", "StartupServiceParameterFile");
        if (root.Single(children, "ClusterConnectionParameters") is { } connection) Check(connection);
        var parameters = root.Required(children, "ApplicationParameterFile").Attributes("Path");
        var written = parameters.Required("Path");
        // Profiles are written on Windows as a rule: both separators count.
        var relative = written.Replace('\\', Path.DirectorySeparatorChar);
        var path = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Path.GetFullPath(file))!, relative));
        if (!System.IO.File.Exists(path))
            throw parameters.Wrong($"The application parameter file '{path}' does not exist.");
        return new(file, path);
    }

    // A profile that names a cluster must not get another one: the cluster here is on this machine, without
    // certificates.
    private static void Check(ManifestElement connection)
    {
        connection.Attributes(["ConnectionEndpoint", "X509Credential", .. Certificate, "AzureActiveDirectory"]);
        var endpoint = connection.Optional("ConnectionEndpoint") ?? "";
        var secured = connection.Boolean("X509Credential", fallback: false);
        foreach (var attribute in Certificate.Where(_ => secured)) _ = connection.Required(attribute);
        if (endpoint.Length == 0 && !secured && !connection.Boolean("AzureActiveDirectory", fallback: false)) return;
        var parts = endpoint.Split(':');
        if (parts.Length != 2 || parts[0].Length == 0 || !ushort.TryParse(parts[1], out _))
            throw connection.Invalid("ConnectionEndpoint", endpoint, "host:port, as cluster.example.org:19000");
        throw connection.Wrong($"The profile names the cluster '{endpoint}'{(secured ? ", with certificates" : "")}. "
            + "This build deploys to a local cluster, which listens on loopback without certificates; deploying "
            + "elsewhere takes the genuine Service Fabric tools. An empty ConnectionEndpoint uses the profile's "
            + "parameters on the local cluster.");
    }
}
