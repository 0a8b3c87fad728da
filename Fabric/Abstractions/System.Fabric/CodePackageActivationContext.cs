#nullable disable

using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Fabric.Description;
using System.Fabric.Health;
using System.Linq;

namespace System.Fabric;

/// <summary>What a code package knows of its activation. The runtime fills it before any service code runs.</summary>
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

    public IList<string> GetCodePackageNames() => [.. CodePackages.Keys];

    public IList<string> GetDataPackageNames() => [.. DataPackages.Keys];

    public IList<string> GetConfigurationPackageNames() => [.. ConfigurationPackages.Keys];

    public CodePackage GetCodePackageObject(string packageName) =>
        Get(CodePackages, packageName, "Code", FabricErrorCode.CodePackageNotFound);

    public ConfigurationPackage GetConfigurationPackageObject(string packageName) =>
        Get(ConfigurationPackages, packageName, "Configuration", FabricErrorCode.ConfigurationPackageNotFound);

    public DataPackage GetDataPackageObject(string packageName) =>
        Get(DataPackages, packageName, "Data", FabricErrorCode.DataPackageNotFound);

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

    public KeyedCollection<string, ServiceTypeDescription> GetServiceTypes() => ServiceTypes;

    /// <summary>Returns none: there are no service groups here.</summary>
    public KeyedCollection<string, ServiceGroupTypeDescription> GetServiceGroupTypes() =>
        new ServiceGroupTypeCollection();

    /// <summary>Returns none: the processes of a local cluster run as the user who started it.</summary>
    public ApplicationPrincipalsDescription GetApplicationPrincipals() => new();

    /// <exception cref="FabricElementNotFoundException">There is no such directory; Work, Log and Temp are.</exception>
    public string GetDirectory(string logicalDirectoryName) => logicalDirectoryName switch
    {
        "Work" => WorkDirectory,
        "Log" => LogDirectory,
        "Temp" => TempDirectory,
        _ => throw new FabricElementNotFoundException(
            $"There is no logical directory '{logicalDirectoryName}'. There are: Work, Log, Temp.",
            FabricErrorCode.DirectoryNotFound),
    };

    public void ReportApplicationHealth(HealthInformation healthInfo) => ReportApplicationHealth(healthInfo, null);

    public void ReportApplicationHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        Report(ReportedEntity.Application, healthInfo);

    public void ReportDeployedApplicationHealth(HealthInformation healthInfo) =>
        ReportDeployedApplicationHealth(healthInfo, null);

    public void ReportDeployedApplicationHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        Report(ReportedEntity.DeployedApplication, healthInfo);

    public void ReportDeployedServicePackageHealth(HealthInformation healthInfo) =>
        ReportDeployedServicePackageHealth(healthInfo, null);

    public void ReportDeployedServicePackageHealth(
        HealthInformation healthInfo, HealthReportSendOptions sendOptions) =>
        Report(ReportedEntity.DeployedServicePackage, healthInfo);

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

/// <summary>What a code package reports the health of.</summary>
internal enum ReportedEntity
{
    Application,
    DeployedApplication,
    DeployedServicePackage,
}
