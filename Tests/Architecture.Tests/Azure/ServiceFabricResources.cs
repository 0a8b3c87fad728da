using System;
using System.Collections.Generic;

namespace SfPerf.Architecture.Tests.Azure;

/// <summary>The resources of Microsoft.ServiceFabric that our templates use, as far as they use them.</summary>
/// <remarks>Written down from the schema that Microsoft publishes (repository Azure/azure-resource-manager-schemas at
/// a14544311, MIT licence): schemas/2024-04-01/Microsoft.ServiceFabric.json, its resourceDefinitions and definitions.
/// A property that stands there and not here is added here when a template comes to need it.</remarks>
internal static class ServiceFabricResources
{
    internal const string ApiVersion = "2024-04-01";

    private static readonly ArmType.ObjectType Certificate = new(
        ("isAdmin!", ArmType.Flag), ("thumbprint", ArmType.Text), ("commonName", ArmType.Text),
        ("issuerThumbprint", ArmType.Text));

    private static readonly ArmType.ObjectType LoadBalancingRule = new(
        ("frontendPort!", ArmType.Port), ("backendPort!", ArmType.Port), ("probePort", ArmType.Port),
        ("protocol!", ArmType.OneOf("tcp", "udp")), ("probeProtocol!", ArmType.OneOf("tcp", "http", "https")),
        ("probeRequestPath", ArmType.Text), ("loadDistribution", ArmType.Text));

    private static readonly ArmType.ObjectType NetworkSecurityRule = new(
        ("name!", ArmType.Text), ("description", ArmType.Text), ("access!", ArmType.OneOf("allow", "deny")),
        ("direction!", ArmType.OneOf("inbound", "outbound")), ("priority!", ArmType.Between(1000, 3000)),
        ("protocol!", ArmType.OneOf("http", "https", "tcp", "udp", "icmp", "ah", "esp")),
        ("sourceAddressPrefix", ArmType.Text), ("sourcePortRange", ArmType.Text),
        ("destinationAddressPrefix", ArmType.Text), ("destinationPortRange", ArmType.Text));

    private static readonly ArmType.ObjectType Cluster = new(
        ("dnsName!", ArmType.Text), ("adminUserName!", ArmType.Text), ("adminPassword", ArmType.Text),
        ("clientConnectionPort", ArmType.Number), ("httpGatewayConnectionPort", ArmType.Number),
        ("clients", ArmType.ListOf(Certificate)), ("loadBalancingRules", ArmType.ListOf(LoadBalancingRule)),
        ("networkSecurityRules", ArmType.ListOf(NetworkSecurityRule)), ("allowRdpAccess", ArmType.Flag),
        ("clusterCodeVersion", ArmType.Text), ("clusterUpgradeMode", ArmType.OneOf("Automatic", "Manual")));

    private static readonly ArmType.ObjectType Range = new(
        ("startPort!", ArmType.Number), ("endPort!", ArmType.Number));

    private static readonly ArmType.ObjectType NodeType = new(
        ("isPrimary!", ArmType.Flag), ("isStateless", ArmType.Flag),
        ("vmInstanceCount!", ArmType.Between(-1, int.MaxValue)), ("vmSize", ArmType.Text),
        ("vmImagePublisher", ArmType.Text), ("vmImageOffer", ArmType.Text), ("vmImageSku", ArmType.Text),
        ("vmImageVersion", ArmType.Text), ("dataDiskSizeGB", ArmType.Number),
        ("dataDiskType", ArmType.OneOf("Standard_LRS", "StandardSSD_LRS", "Premium_LRS")),
        ("dataDiskLetter", ArmType.Text), ("applicationPorts", Range), ("ephemeralPorts", Range),
        ("placementProperties", ArmType.Texts), ("capacities", ArmType.Texts),
        ("enableAcceleratedNetworking", ArmType.Flag));

    private static readonly ArmType.ObjectType Monitoring = new(
        ("failureAction!", ArmType.OneOf("Rollback", "Manual")), ("healthCheckWaitDuration!", ArmType.Text),
        ("healthCheckStableDuration!", ArmType.Text), ("healthCheckRetryTimeout!", ArmType.Text),
        ("upgradeTimeout!", ArmType.Text), ("upgradeDomainTimeout!", ArmType.Text));

    private static readonly ArmType.ObjectType UpgradePolicy = new(
        ("upgradeMode", ArmType.OneOf("Monitored", "UnmonitoredAuto")), ("forceRestart", ArmType.Flag),
        ("recreateApplication", ArmType.Flag), ("rollingUpgradeMonitoringPolicy", Monitoring));

    private static readonly ArmType.ObjectType Application = new(
        ("version", ArmType.Text), ("parameters", ArmType.Texts), ("upgradePolicy", UpgradePolicy));

    /// <summary>Gets what each type of resource consists of; Azure does not tell capitals of a type apart.</summary>
    internal static IReadOnlyDictionary<string, ArmType> All { get; } =
        new Dictionary<string, ArmType>(StringComparer.OrdinalIgnoreCase)
        {
            ["Microsoft.ServiceFabric/managedClusters"] = Resource(Cluster, ("location!", ArmType.Text),
                ("sku!", new ArmType.ObjectType(("name!", ArmType.OneOf("Basic", "Standard"))))),
            ["Microsoft.ServiceFabric/managedClusters/nodeTypes"] = Resource(NodeType),
            ["Microsoft.ServiceFabric/managedClusters/applicationTypes"] =
                Resource(new ArmType.ObjectType(), ("location", ArmType.Text)),
            ["Microsoft.ServiceFabric/managedClusters/applicationTypes/versions"] =
                Resource(new ArmType.ObjectType(("appPackageUrl!", ArmType.Text)), ("location", ArmType.Text)),
            ["Microsoft.ServiceFabric/managedClusters/applications"] =
                Resource(Application, ("location", ArmType.Text)),
        };

    private static ArmType.ObjectType Resource(ArmType properties, params IEnumerable<(string, ArmType)> others) => new(
    [
        ("type!", ArmType.Text), ("apiVersion!", ArmType.OneOf(ApiVersion)), ("name!", ArmType.Text),
        ("dependsOn", ArmType.ListOf(ArmType.Text)), ("tags", ArmType.Texts), ("properties!", properties), .. others,
    ]);
}
