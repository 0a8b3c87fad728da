using System.IO;
using System.Linq;

namespace SfPerf.Fabric.Manifests;

/// <summary>A publish profile: where to, and with which parameter file.</summary>
/// <param name="File">The profile.</param>
/// <param name="ParameterFile">The application parameter file that it names.</param>
/// <param name="Cluster">The cluster that it names; null for the one of this machine.</param>
internal sealed record PublishProfile(string File, string ParameterFile, ProfileCluster? Cluster)
{
    // A profile names the port of the binary protocol; this is the usual one of the gateway beside it.
    private const int GatewayPort = 19080;

    private static readonly string[] Certificate =
        ["ServerCertThumbprint", "FindType", "FindValue", "StoreLocation", "StoreName"];

    // Those of X509FindType whose value is a text.
    private static readonly string[] FindTypes =
    [
        "FindByThumbprint", "FindBySubjectName", "FindBySubjectDistinguishedName", "FindByIssuerName",
        "FindByIssuerDistinguishedName", "FindBySerialNumber",
    ];

    /// <summary>Reads a profile.</summary>
    /// <param name="file">The profile.</param>
    /// <param name="elsewhere">Whether it may name a cluster that is not of this machine.</param>
    /// <exception cref="ManifestException">It is wrong, or names a cluster that it may not name.</exception>
    internal static PublishProfile Read(string file, bool elsewhere = false)
    {
        var root = ManifestElement.Load(file, "PublishProfile", Xml.Tools).Attributes();
        var children = root.Elements("ClusterConnectionParameters", "ApplicationParameterFile", "UpgradeDeployment",
            "CopyPackageParameters", "StartupServiceParameterFile");
        var cluster = root.Single(children, "ClusterConnectionParameters") is { } connection
            ? ClusterOf(connection, elsewhere) : null;
        var parameters = root.Required(children, "ApplicationParameterFile").Attributes("Path");
        var written = parameters.Required("Path");
        // Profiles are written on Windows as a rule: both separators count.
        var relative = written.Replace('\\', Path.DirectorySeparatorChar);
        var path = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Path.GetFullPath(file))!, relative));
        if (!System.IO.File.Exists(path))
            throw parameters.Wrong($"The application parameter file '{path}' does not exist.");
        return new(file, path, cluster);
    }

    // A profile that names a cluster must not get another one: the cluster here is on this machine, without
    // certificates.
    private static ProfileCluster? ClusterOf(ManifestElement connection, bool elsewhere)
    {
        connection.Attributes(["ConnectionEndpoint", "X509Credential", .. Certificate, "AzureActiveDirectory"]);
        var endpoint = connection.Optional("ConnectionEndpoint") ?? "";
        var secured = connection.Boolean("X509Credential", fallback: false);
        foreach (var attribute in Certificate.Where(_ => secured))
            _ = connection.Required(attribute);
        var login = connection.Boolean("AzureActiveDirectory", fallback: false);
        if (endpoint.Length == 0 && !secured && !login)
            return null;
        var parts = endpoint.Split(':');
        if (parts.Length != 2 || parts[0].Length == 0 || !ushort.TryParse(parts[1], out _))
            throw connection.Invalid("ConnectionEndpoint", endpoint, "host:port, as cluster.example.org:19000");
        if (!elsewhere)
        {
            throw connection.Wrong($"The profile names the cluster '{endpoint}'"
                + $"{(secured ? ", with certificates" : "")}. This cluster is the one of this machine, and its "
                + "services listen on loopback without certificates: those for net.tcp, remoting and replication come "
                + "later. sfperf run and sfperf deploy reach the cluster that a profile names through its gateway. An "
                + "empty ConnectionEndpoint uses the profile's parameters here.");
        }
        if (login)
        {
            throw connection.Wrong("The profile asks for a login by Azure Active Directory, which is not built. "
                + "Allowed: X509Credential.");
        }
        return new($"{(secured ? "https" : "http")}://{parts[0]}:{GatewayPort}",
            secured ? connection.Required("ServerCertThumbprint") : null, secured ? CertificateOf(connection) : null);
    }

    private static ProfileCertificate CertificateOf(ManifestElement connection) => new(
        connection.OneOf("FindType", "", FindTypes), connection.Required("FindValue"),
        connection.OneOf("StoreLocation", "", "CurrentUser", "LocalMachine"), connection.Required("StoreName"));
}

/// <summary>A cluster that is not of this machine.</summary>
/// <param name="Gateway">The address of its gateway.</param>
/// <param name="ServerThumbprint">The thumbprint of its certificate; null without certificates.</param>
/// <param name="Certificate">The client's certificate; null without certificates.</param>
internal sealed record ProfileCluster(string Gateway, string? ServerThumbprint, ProfileCertificate? Certificate);

/// <summary>A certificate in a store of the machine, in the words of .NET's X509FindType, StoreLocation and
/// StoreName.</summary>
internal sealed record ProfileCertificate(string FindType, string FindValue, string StoreLocation, string StoreName);
