using System;
using System.Fabric;
using System.Fabric.Description;
using System.Fabric.Health;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Hosting;

/// <summary>Turns an activation into the objects that the programming model shows to a service.</summary>
internal static class HostSettings
{
    internal static CodePackageActivationContext ActivationContext(
        HostActivation activation, NodeDescription node, Action<ReportedEntity, HealthInformation> report)
    {
        var package = activation.Package;
        var root = HostEnvironment.ApplicationFolder(node, activation.ApplicationId);
        return new()
        {
            ApplicationName = activation.ApplicationName,
            ApplicationTypeName = activation.ApplicationTypeName,
            CodePackageName = package.Code.Name,
            CodePackageVersion = package.Code.Version,
            ContextId = activation.HostId,
            WorkDirectory = Path.Combine(root, "work"),
            LogDirectory = Path.Combine(root, "log"),
            TempDirectory = Path.Combine(root, "temp"),
            ServiceListenAddress = node.Address,
            ServicePublishAddress = node.Address,
            ServiceManifestName = package.Name,
            ServiceManifestVersion = package.Version,
            CodePackages = package.Companions.Prepend(package.Code).Zip(activation.Files).ToDictionary(
                c => c.First.Name, c => new CodePackage
                {
                    Path = Path.GetDirectoryName(c.Second.Entry),
                    Description = Describe(
                        new CodePackageDescription(), package, c.First.Name, c.First.Version,
                        Path.GetDirectoryName(c.Second.Entry)),
                }),
            DataPackages = package.Data.ToDictionary(d => d.Name, d => new DataPackage
            {
                Path = d.Folder,
                Description = Describe(new DataPackageDescription(), package, d.Name, d.Version, d.Folder),
            }),
            ConfigurationPackages = package.Configs.ToDictionary(c => c.Name, c => Configuration(package, c)),
            Endpoints = Endpoints(activation, node),
            ServiceTypes = [.. package.Types.Select(Describe)],
            Report = report,
        };
    }

    /// <summary>
    /// Gets the port that Settings.xml gives to replication: parameter ReplicatorEndpoint of the section
    /// ReplicatorConfig, or of the first one whose name ends so, as that of an actor service does.
    /// </summary>
    internal static int ReplicatorPort(HostActivation activation)
    {
        var name = activation.Package.Configs.SelectMany(c => c.Sections)
            .Where(s => s.Name.EndsWith("ReplicatorConfig", StringComparison.Ordinal))
            .SelectMany(s => s.Parameters).FirstOrDefault(p => p.Name == "ReplicatorEndpoint")?.Value;
        return activation.Endpoints.FirstOrDefault(e => e.Name == name)?.Port ?? 0;
    }

    internal static ServicePartitionInformation Partition(Guid id, PartitionKey key) => key.Kind switch
    {
        "Int64Range" => new Int64RangePartitionInformation { Id = id, LowKey = key.LowKey, HighKey = key.HighKey },
        "Named" => new NamedPartitionInformation { Id = id, Name = key.Name },
        _ => new SingletonPartitionInformation { Id = id },
    };

    private static ServiceTypeDescription Describe(ServiceTypeDefinition type) => type.Stateful
        ? new StatefulServiceTypeDescription { ServiceTypeName = type.Name, HasPersistedState = type.HasPersistedState }
        : new StatelessServiceTypeDescription { ServiceTypeName = type.Name, UseImplicitHost = type.UseImplicitHost };

    private static T Describe<T>(T description, ServicePackageDefinition package, string name, string version,
        string? folder)
        where T : PackageDescription
    {
        description.Name = name;
#pragma warning disable CS0618 // Services may still read it.
        description.Path = folder;
#pragma warning restore CS0618
        description.Version = version;
        description.ServiceManifestName = package.Name;
        description.ServiceManifestVersion = package.Version;
        return description;
    }

    private static ConfigurationPackage Configuration(ServicePackageDefinition package, ConfigPackageDefinition config)
    {
        var settings = new ConfigurationSettings();
        foreach (var section in config.Sections)
        {
            var target = new ConfigurationSection { Name = section.Name };
            foreach (var p in section.Parameters)
            {
                target.Parameters.Add(new()
                {
                    Name = p.Name, Value = p.Value, MustOverride = p.MustOverride, IsEncrypted = p.IsEncrypted,
                    Type = p.Type,
                });
            }
            settings.Sections.Add(target);
        }
        var description = Describe(
            new ConfigurationPackageDescription(), package, config.Name, config.Version, config.Folder);
#pragma warning disable CS0618 // Services may still read it.
        description.Settings = settings;
#pragma warning restore CS0618
        return new()
        {
            Path = config.Folder,
            Settings = settings,
            Description = description,
        };
    }

    private static EndpointResourceCollection Endpoints(HostActivation activation, NodeDescription node)
    {
        var endpoints = new EndpointResourceCollection();
        foreach (var (declared, port) in activation.Package.Endpoints.Zip(activation.Endpoints))
        {
            endpoints.Add(new()
            {
                Name = declared.Name,
                Port = port.Port,
                Protocol = Enum.Parse<EndpointProtocol>(declared.Protocol, ignoreCase: true),
                EndpointType = Enum.Parse<EndpointType>(declared.Type),
                UriScheme = declared.UriScheme,
                PathSuffix = declared.PathSuffix,
                IpAddressOrFqdn = node.Address,
                CodePackageName = activation.Package.Code.Name,
                Certificate = "",
            });
        }
        return endpoints;
    }
}
