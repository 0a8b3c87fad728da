#nullable disable

using System;
using System.Fabric;
using System.Reflection;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace Microsoft.ServiceFabric.Actors.Generator;

/// <summary>The names that follow from an actor's interface or class.</summary>
public static class ActorNameFormat
{
    private const string Scheme = "fabric:/";

    /// <summary>Gets the interface's name without a leading I and ending in Actor: SfActor for ISfActor.</summary>
    public static string GetName(Type actorInterfaceType)
    {
        var name = WithActor(actorInterfaceType.Name);
        return name[0] == 'I' && !char.IsLower(name[1]) ? name[1..] : name;
    }

    public static string GetFabricServiceName(Type actorInterfaceType, string serviceName = null) =>
        string.IsNullOrEmpty(serviceName) ? GetName(actorInterfaceType) + "Service" : serviceName;

    public static Uri GetFabricServiceUri(Type actorInterfaceType) =>
        GetFabricServiceUri(actorInterfaceType, (string)null);

    public static Uri GetFabricServiceUri(Type actorInterfaceType, Uri applicationUri) =>
        GetFabricServiceUri(actorInterfaceType, applicationUri, null);

    public static Uri GetFabricServiceUri(Type actorInterfaceType, Uri applicationUri, string serviceName) =>
        GetFabricServiceUri(actorInterfaceType, applicationUri?.ToString(), serviceName);

    /// <summary>Gets the address of the service. Without an application's name it is this process's.</summary>
    /// <exception cref="ArgumentException">No name is given and this process belongs to no application.</exception>
    public static Uri GetFabricServiceUri(
        Type actorInterfaceType, string applicationName = null, string serviceName = null)
    {
        if (string.IsNullOrEmpty(applicationName))
        {
            applicationName = OwnApplicationName() ?? throw new ArgumentException(
                "Give the application's name: this process was not started by a cluster.", nameof(applicationName));
        }

        var prefix = applicationName.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) ? "" : Scheme;
        return new($"{prefix}{applicationName.TrimEnd('/')}/{GetFabricServiceName(actorInterfaceType, serviceName)}");
    }

    public static string GetFabricServiceTypeName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "Type";

    public static string GetFabricServiceEndpointName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "Endpoint";

    public static string GetFabricServiceV2EndpointName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "EndpointV2";

    public static string GetFabricServiceWrappedMessageEndpointName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "EndpointV2_1";

    public static string GetFabricServiceReplicatorEndpointName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "ReplicatorEndpoint";

    public static string GetFabricServiceReplicatorConfigSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "ReplicatorConfig";

    public static string GetFabricServiceReplicatorSecurityConfigSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "ReplicatorSecurityConfig";

    public static string GetFabricServiceTransportSettingsSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "TransportSettings";

    public static string GetActorStateProviderSettingsSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "ActorStateProviderSettings";

    public static string GetKeyValueStoreSettingsConfigSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "KeyValueStoreConfig";

    public static string GetLocalEseStoreConfigSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "LocalStoreConfig";

    public static string GetFabricServicePackageName(string servicePackageNamePrefix) =>
        Or(servicePackageNamePrefix, "FabricActorService") + "Pkg";

    public static string GetFabricApplicationPackageName(string appPrefix) => Or(appPrefix, "FabricActorApp") + "Pkg";

    public static string GetFabricApplicationTypeName(string appPrefix) => Or(appPrefix, "FabricActorApp") + "Type";

    public static string GetFabricApplicationName(string appPrefix) => Scheme + Or(appPrefix, "FabricActorApp");

    public static string GetConfigPackageName(Type actorImplementationType = null) => "Config";

    public static string GetCodePackageName(Type actorImplementationType = null) => "Code";

    public static string GetFabricServiceReplicatorSecurityCredentialTypeName(
        Type actorImplementationType = null) => "CredentialType";

    // The service of an actor class: named by its attribute, or by the class.
    private static string ServiceName(Type actorImplementationType)
    {
        var named = actorImplementationType.GetCustomAttribute<ActorServiceAttribute>()?.Name;
        return string.IsNullOrEmpty(named) ? WithActor(actorImplementationType.Name) + "Service" : named;
    }

    private static string WithActor(string name) =>
        name.EndsWith("Actor", StringComparison.OrdinalIgnoreCase) ? name : name + "Actor";

    private static string Or(string text, string otherwise) => string.IsNullOrEmpty(text) ? otherwise : text;

    private static string OwnApplicationName()
    {
        try
        {
            return FabricRuntime.GetActivationContext().ApplicationName;
        }
        catch (Exception e) when (e is InvalidOperationException or FabricException)
        {
            return null;
        }
    }
}
