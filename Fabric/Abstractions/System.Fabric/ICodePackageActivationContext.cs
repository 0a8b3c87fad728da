#nullable disable

using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Fabric.Description;
using System.Fabric.Health;

namespace System.Fabric;

/// <summary>
/// Defines what a code package knows of its activation on a node: packages, settings, endpoints, folders. It does not
/// change while the process runs; any thread may call it.
/// </summary>
/// <remarks>The events are never raised by the embedded runtime: no package changes under a running process.</remarks>
public interface ICodePackageActivationContext : IDisposable
{
    /// <summary>Gets the names of the code packages of the service package.</summary>
    /// <returns>A new list, the package that registers service types first.</returns>
    IList<string> GetCodePackageNames();

    /// <summary>Gets the names of the configuration packages of the service package.</summary>
    /// <returns>A new list.</returns>
    IList<string> GetConfigurationPackageNames();

    /// <summary>Gets the names of the data packages of the service package.</summary>
    /// <returns>A new list.</returns>
    IList<string> GetDataPackageNames();

    /// <summary>
    /// Gets the endpoints that the service manifest declares, by name, each with the port that it got on this node.
    /// </summary>
    /// <returns>The endpoints, the same collection at each call.</returns>
    KeyedCollection<string, EndpointResourceDescription> GetEndpoints();

    /// <summary>Gets a configuration package with its settings.</summary>
    /// <param name="packageName">The name of the package, such as <c>Config</c>.</param>
    /// <returns>The package, the same object at each call.</returns>
    /// <exception cref="FabricElementNotFoundException">There is no such package; the message names those that are
    /// there.</exception>
    ConfigurationPackage GetConfigurationPackageObject(string packageName);

    /// <summary>Gets an endpoint of the service manifest.</summary>
    /// <param name="endpointName">The name of the endpoint.</param>
    /// <returns>The endpoint, the same object at each call.</returns>
    /// <exception cref="FabricElementNotFoundException">There is no such endpoint; the message names those that are
    /// there.</exception>
    EndpointResourceDescription GetEndpoint(string endpointName);

    /// <summary>Gets a code package.</summary>
    /// <param name="packageName">The name of the package, such as <c>Code</c>.</param>
    /// <returns>The package, the same object at each call.</returns>
    /// <exception cref="FabricElementNotFoundException">There is no such package; the message names those that are
    /// there.</exception>
    CodePackage GetCodePackageObject(string packageName);

    /// <summary>Gets a data package.</summary>
    /// <param name="packageName">The name of the package.</param>
    /// <returns>The package, the same object at each call.</returns>
    /// <exception cref="FabricElementNotFoundException">There is no such package; the message names those that are
    /// there.</exception>
    DataPackage GetDataPackageObject(string packageName);

    /// <summary>Is meant for a code package that was added; never raised here.</summary>
    event EventHandler<PackageAddedEventArgs<CodePackage>> CodePackageAddedEvent;

    /// <summary>Is meant for a code package that was removed; never raised here.</summary>
    event EventHandler<PackageRemovedEventArgs<CodePackage>> CodePackageRemovedEvent;

    /// <summary>Is meant for a code package that has changed; never raised here.</summary>
    event EventHandler<PackageModifiedEventArgs<CodePackage>> CodePackageModifiedEvent;

    /// <summary>Is meant for a configuration package that was added; never raised here.</summary>
    event EventHandler<PackageAddedEventArgs<ConfigurationPackage>> ConfigurationPackageAddedEvent;

    /// <summary>Is meant for a configuration package that was removed; never raised here.</summary>
    event EventHandler<PackageRemovedEventArgs<ConfigurationPackage>> ConfigurationPackageRemovedEvent;

    /// <summary>Is meant for a configuration package that has changed; never raised here.</summary>
    event EventHandler<PackageModifiedEventArgs<ConfigurationPackage>> ConfigurationPackageModifiedEvent;

    /// <summary>Is meant for a data package that was added; never raised here.</summary>
    event EventHandler<PackageAddedEventArgs<DataPackage>> DataPackageAddedEvent;

    /// <summary>Is meant for a data package that was removed; never raised here.</summary>
    event EventHandler<PackageRemovedEventArgs<DataPackage>> DataPackageRemovedEvent;

    /// <summary>Is meant for a data package that has changed; never raised here.</summary>
    event EventHandler<PackageModifiedEventArgs<DataPackage>> DataPackageModifiedEvent;

    /// <summary>Gets the name of the application, such as <c>fabric:/App</c>.</summary>
    string ApplicationName { get; }

    /// <summary>Gets the name of the application's type.</summary>
    string ApplicationTypeName { get; }

    /// <summary>Gets the name of the code package that registers service types.</summary>
    string CodePackageName { get; }

    /// <summary>Gets the version of the code package that registers service types.</summary>
    string CodePackageVersion { get; }

    /// <summary>Gets the name of the activation, which a process that is started again keeps.</summary>
    string ContextId { get; }

    /// <summary>Gets the name of the service manifest.</summary>
    /// <returns>The name, such as <c>MyServicePkg</c>.</returns>
    string GetServiceManifestName();

    /// <summary>Gets the version of the service manifest.</summary>
    /// <returns>The version.</returns>
    string GetServiceManifestVersion();

    /// <summary>
    /// Gets the application's folder for logs on this node. The cluster keeps the output of its processes there.
    /// </summary>
    string LogDirectory { get; }

    /// <summary>Gets the application's folder for temporary files on this node.</summary>
    string TempDirectory { get; }

    /// <summary>
    /// Gets the application's folder for its data on this node. All service packages of the application share it. Below
    /// it, in folders named as the service packages, the runtime keeps the state of replicas.
    /// </summary>
    string WorkDirectory { get; }

    /// <summary>Gets the service types that the service manifest declares, by name.</summary>
    /// <returns>The types, the same collection at each call.</returns>
    KeyedCollection<string, ServiceTypeDescription> GetServiceTypes();

    /// <summary>Gets the service group types; the embedded cluster has none.</summary>
    /// <returns>An empty collection.</returns>
    KeyedCollection<string, ServiceGroupTypeDescription> GetServiceGroupTypes();

    /// <summary>
    /// Gets the users and groups of the application. The embedded cluster makes none: its processes run as the user who
    /// started it.
    /// </summary>
    /// <returns>A description without users and groups.</returns>
    ApplicationPrincipalsDescription GetApplicationPrincipals();

    /// <summary>Reports the health of the application. See the overload with options.</summary>
    /// <param name="healthInfo">What is said of the application.</param>
    void ReportApplicationHealth(HealthInformation healthInfo);

    /// <summary>Reports the health of the application. Returns before the report has arrived.</summary>
    /// <param name="healthInfo">What is said of the application. Read before the method returns.</param>
    /// <param name="sendOptions">Has no effect: every report is sent at once. Null is allowed.</param>
    /// <exception cref="ArgumentException">The state is not Ok, Warning or Error, the source begins with
    /// <c>System.</c>, or the time to live is not above zero.</exception>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    void ReportApplicationHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);

    /// <summary>Reports the health of the application on this node. See the overload with options.</summary>
    /// <param name="healthInfo">What is said of the application on this node.</param>
    void ReportDeployedApplicationHealth(HealthInformation healthInfo);

    /// <summary>Reports the health of the application on this node. Returns before the report has arrived.</summary>
    /// <param name="healthInfo">What is said of the application on this node. Read before the method returns.</param>
    /// <param name="sendOptions">Has no effect: every report is sent at once. Null is allowed.</param>
    /// <exception cref="ArgumentException">The state is not Ok, Warning or Error, the source begins with
    /// <c>System.</c>, or the time to live is not above zero.</exception>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    void ReportDeployedApplicationHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);

    /// <summary>Reports the health of the service package on this node. See the overload with options.</summary>
    /// <param name="healthInfo">What is said of the service package on this node.</param>
    void ReportDeployedServicePackageHealth(HealthInformation healthInfo);

    /// <summary>
    /// Reports the health of the service package on this node. Returns before the report has arrived.
    /// </summary>
    /// <param name="healthInfo">What is said of the service package on this node. Read before the method
    /// returns.</param>
    /// <param name="sendOptions">Has no effect: every report is sent at once. Null is allowed.</param>
    /// <exception cref="ArgumentException">The state is not Ok, Warning or Error, the source begins with
    /// <c>System.</c>, or the time to live is not above zero.</exception>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    void ReportDeployedServicePackageHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);
}

/// <summary>Adds the addresses at which services listen.</summary>
public interface ICodePackageActivationContext2 : ICodePackageActivationContext
{
    /// <summary>
    /// Gets the address at which listeners should listen: in the local cluster that of the node, on loopback.
    /// </summary>
    string ServiceListenAddress { get; }

    /// <summary>
    /// Gets the address that listeners should give to clients: in the local cluster that of the node, on loopback.
    /// </summary>
    string ServicePublishAddress { get; }
}

/// <summary>Adds the folders by their names.</summary>
public interface ICodePackageActivationContext3 : ICodePackageActivationContext2
{
    /// <summary>Gets a folder of the application on this node.</summary>
    /// <param name="logicalDirectoryName"><c>Work</c>, <c>Log</c> or <c>Temp</c>. The embedded cluster has no other
    /// one.</param>
    /// <returns>The path of the folder.</returns>
    /// <exception cref="FabricElementNotFoundException">There is no folder of this name.</exception>
    string GetDirectory(string logicalDirectoryName);
}

/// <summary>Names a package that has changed. The embedded runtime raises no such event.</summary>
/// <typeparam name="TPackage">The kind of package.</typeparam>
public sealed class PackageModifiedEventArgs<TPackage> : EventArgs where TPackage : class
{
    /// <summary>Gets or sets the package as it is now.</summary>
    public TPackage NewPackage { get; set; }

    /// <summary>Gets or sets the package as it was.</summary>
    public TPackage OldPackage { get; set; }
}

/// <summary>Names a package that was added. The embedded runtime raises no such event.</summary>
/// <typeparam name="TPackage">The kind of package.</typeparam>
public sealed class PackageAddedEventArgs<TPackage> : EventArgs where TPackage : class
{
    /// <summary>Gets or sets the package.</summary>
    public TPackage Package { get; set; }
}

/// <summary>Names a package that was removed. The embedded runtime raises no such event.</summary>
/// <typeparam name="TPackage">The kind of package.</typeparam>
public sealed class PackageRemovedEventArgs<TPackage> : EventArgs where TPackage : class
{
    /// <summary>Gets or sets the package.</summary>
    public TPackage Package { get; set; }
}

/// <summary>The programs of a service package, in the folder <see cref="Path"/>.</summary>
public sealed class CodePackage
{
    internal CodePackage()
    {
    }

    /// <summary>Gets the package's name and version, and those of its service manifest.</summary>
    public CodePackageDescription Description { get; internal set; }

    /// <summary>Gets the folder of the package's program on this node.</summary>
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

    /// <summary>Gets the package's name and version, and those of its service manifest.</summary>
    public DataPackageDescription Description { get; internal set; }

    /// <summary>Gets the folder of the files on this node.</summary>
    public string Path { get; internal set; }
}

/// <summary>The settings of a service package, in the folder <see cref="Path"/>.</summary>
public sealed class ConfigurationPackage
{
    internal ConfigurationPackage()
    {
    }

#pragma warning disable CS0618 // The description has both for those who read them there.
    internal ConfigurationPackage(ConfigurationPackageDescription description) =>
        (Description, Settings, Path) = (description, description.Settings, description.Path);
#pragma warning restore CS0618

    /// <summary>Gets the package's name and version, and those of its service manifest.</summary>
    public ConfigurationPackageDescription Description { get; internal set; }

    /// <summary>
    /// Gets the settings of <c>Settings.xml</c>, with what the application manifest and the application's parameters
    /// override.
    /// </summary>
    public ConfigurationSettings Settings { get; internal set; }

    /// <summary>
    /// Gets the folder of the package on this node, for files other than <c>Settings.xml</c>. A file there does not
    /// show overrides.
    /// </summary>
    public string Path { get; internal set; }
}
