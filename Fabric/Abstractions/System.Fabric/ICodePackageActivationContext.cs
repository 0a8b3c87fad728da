#nullable disable

using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Fabric.Description;

namespace System.Fabric;

public interface ICodePackageActivationContext : IDisposable
{
    IList<string> GetCodePackageNames();

    IList<string> GetConfigurationPackageNames();

    IList<string> GetDataPackageNames();

    KeyedCollection<string, EndpointResourceDescription> GetEndpoints();

    ConfigurationPackage GetConfigurationPackageObject(string packageName);

    EndpointResourceDescription GetEndpoint(string endpointName);

    event EventHandler<PackageModifiedEventArgs<ConfigurationPackage>> ConfigurationPackageModifiedEvent;

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
}

public interface ICodePackageActivationContext2 : ICodePackageActivationContext
{
    string ServiceListenAddress { get; }

    string ServicePublishAddress { get; }
}

public sealed class PackageModifiedEventArgs<TPackage> : EventArgs where TPackage : class
{
    public TPackage NewPackage { get; set; }

    public TPackage OldPackage { get; set; }
}

public sealed class ConfigurationPackage
{
    internal ConfigurationPackage()
    {
    }

    public ConfigurationPackageDescription Description { get; internal set; }

    public ConfigurationSettings Settings { get; internal set; }

    public string Path { get; internal set; }
}
