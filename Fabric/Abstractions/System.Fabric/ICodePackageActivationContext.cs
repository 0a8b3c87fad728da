#nullable disable

using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Fabric.Description;
using System.Fabric.Health;

namespace System.Fabric;

public interface ICodePackageActivationContext : IDisposable
{
    IList<string> GetCodePackageNames();

    IList<string> GetConfigurationPackageNames();

    IList<string> GetDataPackageNames();

    KeyedCollection<string, EndpointResourceDescription> GetEndpoints();

    ConfigurationPackage GetConfigurationPackageObject(string packageName);

    EndpointResourceDescription GetEndpoint(string endpointName);

    CodePackage GetCodePackageObject(string packageName);

    DataPackage GetDataPackageObject(string packageName);

    event EventHandler<PackageAddedEventArgs<CodePackage>> CodePackageAddedEvent;

    event EventHandler<PackageRemovedEventArgs<CodePackage>> CodePackageRemovedEvent;

    event EventHandler<PackageModifiedEventArgs<CodePackage>> CodePackageModifiedEvent;

    event EventHandler<PackageAddedEventArgs<ConfigurationPackage>> ConfigurationPackageAddedEvent;

    event EventHandler<PackageRemovedEventArgs<ConfigurationPackage>> ConfigurationPackageRemovedEvent;

    event EventHandler<PackageModifiedEventArgs<ConfigurationPackage>> ConfigurationPackageModifiedEvent;

    event EventHandler<PackageAddedEventArgs<DataPackage>> DataPackageAddedEvent;

    event EventHandler<PackageRemovedEventArgs<DataPackage>> DataPackageRemovedEvent;

    event EventHandler<PackageModifiedEventArgs<DataPackage>> DataPackageModifiedEvent;

    string ApplicationName { get; }

    string ApplicationTypeName { get; }

    string CodePackageName { get; }

    string CodePackageVersion { get; }

    string ContextId { get; }

    string GetServiceManifestName();

    string GetServiceManifestVersion();

    string LogDirectory { get; }

    string TempDirectory { get; }

    string WorkDirectory { get; }

    KeyedCollection<string, ServiceTypeDescription> GetServiceTypes();

    KeyedCollection<string, ServiceGroupTypeDescription> GetServiceGroupTypes();

    ApplicationPrincipalsDescription GetApplicationPrincipals();

    void ReportApplicationHealth(HealthInformation healthInfo);

    void ReportApplicationHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);

    void ReportDeployedApplicationHealth(HealthInformation healthInfo);

    void ReportDeployedApplicationHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);

    void ReportDeployedServicePackageHealth(HealthInformation healthInfo);

    void ReportDeployedServicePackageHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);
}

public interface ICodePackageActivationContext2 : ICodePackageActivationContext
{
    string ServiceListenAddress { get; }

    string ServicePublishAddress { get; }
}

public interface ICodePackageActivationContext3 : ICodePackageActivationContext2
{
    string GetDirectory(string logicalDirectoryName);
}

public sealed class PackageModifiedEventArgs<TPackage> : EventArgs where TPackage : class
{
    public TPackage NewPackage { get; set; }

    public TPackage OldPackage { get; set; }
}

public sealed class PackageAddedEventArgs<TPackage> : EventArgs where TPackage : class
{
    public TPackage Package { get; set; }
}

public sealed class PackageRemovedEventArgs<TPackage> : EventArgs where TPackage : class
{
    public TPackage Package { get; set; }
}

/// <summary>The programs of a service package, in the folder <see cref="Path"/>.</summary>
public sealed class CodePackage
{
    internal CodePackage()
    {
    }

    public CodePackageDescription Description { get; internal set; }

    public string Path { get; internal set; }
}

/// <summary>Files that a service package brings along, in the folder <see cref="Path"/>.</summary>
public sealed class DataPackage
{
    internal DataPackage()
    {
    }

#pragma warning disable CS0618 // The description has the path for those who read it there.
    internal DataPackage(DataPackageDescription description) => (Description, Path) = (description, description.Path);
#pragma warning restore CS0618

    public DataPackageDescription Description { get; internal set; }

    public string Path { get; internal set; }
}

public sealed class ConfigurationPackage
{
    internal ConfigurationPackage()
    {
    }

#pragma warning disable CS0618 // The description has both for those who read them there.
    internal ConfigurationPackage(ConfigurationPackageDescription description) =>
        (Description, Settings, Path) = (description, description.Settings, description.Path);
#pragma warning restore CS0618

    public ConfigurationPackageDescription Description { get; internal set; }

    public ConfigurationSettings Settings { get; internal set; }

    public string Path { get; internal set; }
}
