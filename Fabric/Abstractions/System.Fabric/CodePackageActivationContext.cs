#nullable disable

using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Fabric.Description;
using System.Fabric.Health;
using System.Linq;

namespace System.Fabric;

/// <summary>
/// Represents what a code package knows of its activation. The runtime fills it before any service code runs.
/// </summary>
public class CodePackageActivationContext : ICodePackageActivationContext3
{
    internal CodePackageActivationContext()
    {
    }

    /// <summary>Never raised: no package changes while its host lives.</summary>
    public event EventHandler<PackageAddedEventArgs<CodePackage>> CodePackageAddedEvent
    {
        add { }
        remove { }
    }

    /// <summary>Never raised: no package changes while its host lives.</summary>
    public event EventHandler<PackageRemovedEventArgs<CodePackage>> CodePackageRemovedEvent
    {
        add { }
        remove { }
    }

    /// <summary>Never raised: no package changes while its host lives.</summary>
    public event EventHandler<PackageModifiedEventArgs<CodePackage>> CodePackageModifiedEvent
    {
        add { }
        remove { }
    }

    /// <summary>Never raised: no package changes while its host lives.</summary>
    public event EventHandler<PackageAddedEventArgs<ConfigurationPackage>> ConfigurationPackageAddedEvent
    {
        add { }
        remove { }
    }

    /// <summary>Never raised: no package changes while its host lives.</summary>
    public event EventHandler<PackageRemovedEventArgs<ConfigurationPackage>> ConfigurationPackageRemovedEvent
    {
        add { }
        remove { }
    }

    /// <summary>Never raised: no package changes while its host lives.</summary>
    public event EventHandler<PackageModifiedEventArgs<ConfigurationPackage>> ConfigurationPackageModifiedEvent
    {
        add { }
        remove { }
    }

    /// <summary>Never raised: no package changes while its host lives.</summary>
    public event EventHandler<PackageAddedEventArgs<DataPackage>> DataPackageAddedEvent
    {
        add { }
        remove { }
    }

    /// <summary>Never raised: no package changes while its host lives.</summary>
    public event EventHandler<PackageRemovedEventArgs<DataPackage>> DataPackageRemovedEvent
    {
        add { }
        remove { }
    }

    /// <summary>Never raised: no package changes while its host lives.</summary>
    public event EventHandler<PackageModifiedEventArgs<DataPackage>> DataPackageModifiedEvent
    {
        add { }
        remove { }
    }

    /// <inheritdoc/>
    public string ApplicationName { get; internal init; }

    /// <inheritdoc/>
    public string ApplicationTypeName { get; internal init; }

    /// <inheritdoc/>
    public string CodePackageName { get; internal init; }

    /// <inheritdoc/>
    public string CodePackageVersion { get; internal init; }

    /// <inheritdoc/>
    public string ContextId { get; internal init; }

    /// <inheritdoc/>
    public string LogDirectory { get; internal init; }

    /// <inheritdoc/>
    public string TempDirectory { get; internal init; }

    /// <inheritdoc/>
    public string WorkDirectory { get; internal init; }

    /// <inheritdoc/>
    public string ServiceListenAddress { get; internal init; }

    /// <inheritdoc/>
    public string ServicePublishAddress { get; internal init; }

    internal string ServiceManifestName { get; init; }

    internal string ServiceManifestVersion { get; init; }

    internal IReadOnlyDictionary<string, CodePackage> CodePackages { get; init; } =
        new Dictionary<string, CodePackage>();

    internal IReadOnlyDictionary<string, DataPackage> DataPackages { get; init; } =
        new Dictionary<string, DataPackage>();

    internal IReadOnlyDictionary<string, ConfigurationPackage> ConfigurationPackages { get; init; } =
        new Dictionary<string, ConfigurationPackage>();

    internal EndpointResourceCollection Endpoints { get; init; } = [];

    internal ServiceTypeCollection ServiceTypes { get; init; } = [];

    /// <summary>Gets what takes the health reports: which entity, and what of it.</summary>
    internal Action<ReportedEntity, HealthInformation> Report { get; init; } = static (_, _) =>
        throw new FabricException("No cluster runs this process: there is nobody to report to.");

    /// <inheritdoc/>
    public IList<string> GetCodePackageNames() => [.. CodePackages.Keys];

    /// <inheritdoc/>
    public IList<string> GetDataPackageNames() => [.. DataPackages.Keys];

    /// <inheritdoc/>
    public IList<string> GetConfigurationPackageNames() => [.. ConfigurationPackages.Keys];

    /// <inheritdoc/>
    public CodePackage GetCodePackageObject(string packageName) =>
        Get(CodePackages, packageName, "Code", FabricErrorCode.CodePackageNotFound);

    /// <inheritdoc/>
    public ConfigurationPackage GetConfigurationPackageObject(string packageName) =>
        Get(ConfigurationPackages, packageName, "Configuration", FabricErrorCode.ConfigurationPackageNotFound);

    /// <inheritdoc/>
    public DataPackage GetDataPackageObject(string packageName) =>
        Get(DataPackages, packageName, "Data", FabricErrorCode.DataPackageNotFound);

    /// <inheritdoc/>
    public KeyedCollection<string, EndpointResourceDescription> GetEndpoints() => Endpoints;

    /// <inheritdoc/>
    public EndpointResourceDescription GetEndpoint(string endpointName) =>
        Endpoints.TryGetValue(endpointName, out var endpoint)
            ? endpoint
            : throw new FabricElementNotFoundException(
                $"Endpoint '{endpointName}' is not in {ServiceManifestName}, which has: " +
                $"{string.Join(", ", Endpoints.Select(e => e.Name))}.",
                FabricErrorCode.EndpointResourceNotFound);

    /// <inheritdoc/>
    public string GetServiceManifestName() => ServiceManifestName;

    /// <inheritdoc/>
    public string GetServiceManifestVersion() => ServiceManifestVersion;

    /// <inheritdoc/>
    public KeyedCollection<string, ServiceTypeDescription> GetServiceTypes() => ServiceTypes;

    /// <inheritdoc/>
    public KeyedCollection<string, ServiceGroupTypeDescription> GetServiceGroupTypes() =>
        new ServiceGroupTypeCollection();

    /// <inheritdoc/>
    public ApplicationPrincipalsDescription GetApplicationPrincipals() => new();

    /// <inheritdoc/>
    public string GetDirectory(string logicalDirectoryName) => logicalDirectoryName switch
    {
        "Work" => WorkDirectory,
        "Log" => LogDirectory,
        "Temp" => TempDirectory,
        _ => throw new FabricElementNotFoundException(
            $"There is no logical directory '{logicalDirectoryName}'. There are: Work, Log, Temp.",
            FabricErrorCode.DirectoryNotFound),
    };

    /// <inheritdoc/>
    public void ReportApplicationHealth(HealthInformation healthInfo) => ReportApplicationHealth(healthInfo, null);

    /// <inheritdoc/>
    public void ReportApplicationHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        Report(ReportedEntity.Application, healthInfo);

    /// <inheritdoc/>
    public void ReportDeployedApplicationHealth(HealthInformation healthInfo) =>
        ReportDeployedApplicationHealth(healthInfo, null);

    /// <inheritdoc/>
    public void ReportDeployedApplicationHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        Report(ReportedEntity.DeployedApplication, healthInfo);

    /// <inheritdoc/>
    public void ReportDeployedServicePackageHealth(HealthInformation healthInfo) =>
        ReportDeployedServicePackageHealth(healthInfo, null);

    /// <inheritdoc/>
    public void ReportDeployedServicePackageHealth(
        HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        Report(ReportedEntity.DeployedServicePackage, healthInfo);

    /// <summary>Does nothing: the activation lasts as long as the process.</summary>
    public void Dispose()
    {
        GC.SuppressFinalize(this);
    }

    private T Get<T>(IReadOnlyDictionary<string, T> packages, string name, string kind, FabricErrorCode missing) =>
        packages.TryGetValue(name, out var package)
            ? package
            : throw new FabricElementNotFoundException(
                $"{kind} package '{name}' is not in {ServiceManifestName}, which has: "
                + $"{string.Join(", ", packages.Keys)}.",
                missing);
}

/// <summary>Specifies what a code package reports the health of.</summary>
internal enum ReportedEntity
{
    Application,
    DeployedApplication,
    DeployedServicePackage,
}
