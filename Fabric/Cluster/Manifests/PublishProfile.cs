using System.IO;

namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>A publish profile: where to, and with which parameter file.</summary>
internal sealed record PublishProfile(string File, string ConnectionEndpoint, string ParameterFile)
{
    internal static PublishProfile Read(string file)
    {
        var root = ManifestElement.Load(file, "PublishProfile", Xml.Tools).Attributes();
        var children = root.Elements("ClusterConnectionParameters", "ApplicationParameterFile", "UpgradeDeployment",
            "CopyPackageParameters", "StartupServiceParameterFile");
        var connection = root.Single(children, "ClusterConnectionParameters")?.Attributes("ConnectionEndpoint",
            "X509Credential", "ServerCertThumbprint", "FindType", "FindValue", "StoreLocation", "StoreName",
                "AzureActiveDirectory");
        var parameters = root.Required(children, "ApplicationParameterFile").Attributes("Path");
        var written = parameters.Required("Path");
        // Profiles are written on Windows as a rule: both separators count.
        var relative = written.Replace('\\', Path.DirectorySeparatorChar);
        var path = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Path.GetFullPath(file))!, relative));
        if (!System.IO.File.Exists(path))
            throw parameters.Wrong($"The application parameter file '{path}' does not exist.");
        return new(file, connection?.Optional("ConnectionEndpoint") ?? "", path);
    }
}
