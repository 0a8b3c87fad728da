#nullable disable

using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Fabric.Description;
using System.Linq;

namespace System.Fabric;

/// <summary>What a code package knows of its activation. The runtime fills it before any service code runs.</summary>
public class CodePackageActivationContext : ICodePackageActivationContext2
{
    internal CodePackageActivationContext()
    {
    }

    /// <summary>Never raised: a configuration package does not change while its host lives.</summary>
    public event EventHandler<PackageModifiedEventArgs<ConfigurationPackage>> ConfigurationPackageModifiedEvent
    {
        add { }
        remove { }
    }

    public string ApplicationName { get; internal init; }

    public string ApplicationTypeName { get; internal init; }

    public string CodePackageName { get; internal init; }

    public string CodePackageVersion { get; internal init; }

    public string ContextId { get; internal init; }

    public string LogDirectory { get; internal init; }

    public string TempDirectory { get; internal init; }

    public string WorkDirectory { get; internal init; }

    public string ServiceListenAddress { get; internal init; }

    public string ServicePublishAddress { get; internal init; }

    internal string ServiceManifestName { get; init; }

    internal string ServiceManifestVersion { get; init; }

    internal IReadOnlyList<string> CodePackageNames { get; init; } = [];

    internal IReadOnlyList<string> DataPackageNames { get; init; } = [];

    internal IReadOnlyDictionary<string, ConfigurationPackage> ConfigurationPackages { get; init; } =
        new Dictionary<string, ConfigurationPackage>();

    internal EndpointResourceCollection Endpoints { get; init; } = [];

    public IList<string> GetCodePackageNames() => [.. CodePackageNames];

    public IList<string> GetDataPackageNames() => [.. DataPackageNames];

    public IList<string> GetConfigurationPackageNames() => [.. ConfigurationPackages.Keys];

    public ConfigurationPackage GetConfigurationPackageObject(string packageName) =>
        ConfigurationPackages.TryGetValue(packageName, out var package)
            ? package
            : throw new FabricElementNotFoundException(
                $"Configuration package '{packageName}' is not in {ServiceManifestName}, which has: " +
                $"{string.Join(", ", ConfigurationPackages.Keys)}.",
                FabricErrorCode.ConfigurationPackageNotFound);

    public KeyedCollection<string, EndpointResourceDescription> GetEndpoints() => Endpoints;

    public EndpointResourceDescription GetEndpoint(string endpointName) =>
        Endpoints.TryGetValue(endpointName, out var endpoint)
            ? endpoint
            : throw new FabricElementNotFoundException(
                $"Endpoint '{endpointName}' is not in {ServiceManifestName}, which has: " +
                $"{string.Join(", ", Endpoints.Select(e => e.Name))}.",
                FabricErrorCode.EndpointResourceNotFound);

    public string GetServiceManifestName() => ServiceManifestName;

    public string GetServiceManifestVersion() => ServiceManifestVersion;

    public void Dispose()
    {
        GC.SuppressFinalize(this);
    }
}
