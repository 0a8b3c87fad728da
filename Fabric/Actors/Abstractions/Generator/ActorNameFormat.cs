#nullable disable

using System;
using System.Fabric;
using System.Reflection;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace Microsoft.ServiceFabric.Actors.Generator;

/// <summary>
/// Provides the names of services, endpoints and settings that follow from an actor's interface or class. They are
/// those of Service Fabric.
/// </summary>
public static class ActorNameFormat
{
    private const string Scheme = "fabric:/";

    /// <summary>Gets the name of an interface without a leading I and ending in Actor: SfActor for ISfActor.</summary>
    /// <param name="actorInterfaceType">The interface.</param>
    /// <returns>The name. A leading I stays if a small letter follows it.</returns>
    public static string GetName(Type actorInterfaceType)
    {
        var name = WithActor(actorInterfaceType.Name);
        return name[0] == 'I' && !char.IsLower(name[1]) ? name[1..] : name;
    }

    /// <summary>Gets the name of an actor's service within its application: SfActorService for ISfActor.</summary>
    /// <param name="actorInterfaceType">The interface.</param>
    /// <param name="serviceName">A name that takes the place of the one that follows from the interface; null or empty
    /// for none.</param>
    /// <returns>The name.</returns>
    public static string GetFabricServiceName(Type actorInterfaceType, string serviceName = null) =>
        string.IsNullOrEmpty(serviceName) ? GetName(actorInterfaceType) + "Service" : serviceName;

    /// <summary>Gets the address of an actor's service in the application of this process.</summary>
    /// <param name="actorInterfaceType">The interface.</param>
    /// <returns>The address: fabric:/MyApplication/SfActorService for ISfActor.</returns>
    /// <exception cref="ArgumentException">This process belongs to no application.</exception>
    public static Uri GetFabricServiceUri(Type actorInterfaceType) =>
        GetFabricServiceUri(actorInterfaceType, (string)null);

    /// <summary>Gets the address of an actor's service in an application.</summary>
    /// <param name="actorInterfaceType">The interface.</param>
    /// <param name="applicationUri">The application; null for that of this process.</param>
    /// <returns>The address.</returns>
    /// <exception cref="ArgumentException">No application is given, and this process belongs to none.</exception>
    public static Uri GetFabricServiceUri(Type actorInterfaceType, Uri applicationUri) =>
        GetFabricServiceUri(actorInterfaceType, applicationUri, null);

    /// <summary>Gets the address of a service in an application.</summary>
    /// <param name="actorInterfaceType">The interface.</param>
    /// <param name="applicationUri">The application; null for that of this process.</param>
    /// <param name="serviceName">The name of the service within the application; null or empty for the one that the
    /// interface gives.</param>
    /// <returns>The address.</returns>
    /// <exception cref="ArgumentException">No application is given, and this process belongs to none.</exception>
    public static Uri GetFabricServiceUri(Type actorInterfaceType, Uri applicationUri, string serviceName) =>
        GetFabricServiceUri(actorInterfaceType, applicationUri?.ToString(), serviceName);

    /// <summary>Gets the address of a service in an application that is given by its name.</summary>
    /// <param name="actorInterfaceType">The interface.</param>
    /// <param name="applicationName">The application, with or without <c>fabric:/</c>; null or empty for that of this
    /// process.</param>
    /// <param name="serviceName">The name of the service within the application; null or empty for the one that the
    /// interface gives.</param>
    /// <returns>The address.</returns>
    /// <exception cref="ArgumentException">No application is given, and this process belongs to none.</exception>
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

    /// <summary>Gets the name of the service type of an actor class: SfActorServiceType for SfActor.</summary>
    /// <param name="actorImplementationType">The class. The name that <see cref="ActorServiceAttribute"/> gives takes
    /// the place of the class's own.</param>
    /// <returns>The name.</returns>
    public static string GetFabricServiceTypeName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "Type";

    /// <summary>
    /// Gets the name of the endpoint of remoting V1: SfActorServiceEndpoint for SfActor. No listener here uses it.
    /// </summary>
    /// <param name="actorImplementationType">The class.</param>
    /// <returns>The name.</returns>
    public static string GetFabricServiceEndpointName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "Endpoint";

    /// <summary>
    /// Gets the name of the endpoint of the listener V2Listener: SfActorServiceEndpointV2 for SfActor.
    /// </summary>
    /// <param name="actorImplementationType">The class.</param>
    /// <returns>The name.</returns>
    public static string GetFabricServiceV2EndpointName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "EndpointV2";

    /// <summary>
    /// Gets the name of the endpoint of the listener V2_1Listener: SfActorServiceEndpointV2_1 for SfActor.
    /// </summary>
    /// <param name="actorImplementationType">The class.</param>
    /// <returns>The name.</returns>
    public static string GetFabricServiceWrappedMessageEndpointName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "EndpointV2_1";

    /// <summary>
    /// Gets the name of the endpoint of the replicator: SfActorServiceReplicatorEndpoint for SfActor.
    /// </summary>
    /// <param name="actorImplementationType">The class.</param>
    /// <returns>The name.</returns>
    public static string GetFabricServiceReplicatorEndpointName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "ReplicatorEndpoint";

    /// <summary>
    /// Gets the name of the section with the settings of the replicator: SfActorServiceReplicatorConfig for SfActor.
    /// </summary>
    /// <param name="actorImplementationType">The class.</param>
    /// <returns>The name.</returns>
    public static string GetFabricServiceReplicatorConfigSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "ReplicatorConfig";

    /// <summary>
    /// Gets the name of the section with the security settings of the replicator:
    /// SfActorServiceReplicatorSecurityConfig for SfActor.
    /// </summary>
    /// <param name="actorImplementationType">The class.</param>
    /// <returns>The name.</returns>
    public static string GetFabricServiceReplicatorSecurityConfigSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "ReplicatorSecurityConfig";

    /// <summary>
    /// Gets the name of the section with the settings of the transport: SfActorServiceTransportSettings for SfActor.
    /// The actor services here do not read it.
    /// </summary>
    /// <param name="actorImplementationType">The class.</param>
    /// <returns>The name.</returns>
    public static string GetFabricServiceTransportSettingsSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "TransportSettings";

    /// <summary>
    /// Gets the name of the section with the settings of the state provider: SfActorServiceActorStateProviderSettings
    /// for SfActor. The providers here do not read it.
    /// </summary>
    /// <param name="actorImplementationType">The class.</param>
    /// <returns>The name.</returns>
    public static string GetActorStateProviderSettingsSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "ActorStateProviderSettings";

    /// <summary>
    /// Gets the name of the section with the settings of a key-value store: SfActorServiceKeyValueStoreConfig for
    /// SfActor. There is no such store here.
    /// </summary>
    /// <param name="actorImplementationType">The class.</param>
    /// <returns>The name.</returns>
    public static string GetKeyValueStoreSettingsConfigSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "KeyValueStoreConfig";

    /// <summary>
    /// Gets the name of the section with the settings of a local store: SfActorServiceLocalStoreConfig for SfActor.
    /// There is no such store here.
    /// </summary>
    /// <param name="actorImplementationType">The class.</param>
    /// <returns>The name.</returns>
    public static string GetLocalEseStoreConfigSectionName(Type actorImplementationType) =>
        ServiceName(actorImplementationType) + "LocalStoreConfig";

    /// <summary>Gets the name of a service package.</summary>
    /// <param name="servicePackageNamePrefix">What it begins with; null or empty for FabricActorService.</param>
    /// <returns>The prefix, followed by Pkg.</returns>
    public static string GetFabricServicePackageName(string servicePackageNamePrefix) =>
        Or(servicePackageNamePrefix, "FabricActorService") + "Pkg";

    /// <summary>Gets the name of an application package.</summary>
    /// <param name="appPrefix">What it begins with; null or empty for FabricActorApp.</param>
    /// <returns>The prefix, followed by Pkg.</returns>
    public static string GetFabricApplicationPackageName(string appPrefix) => Or(appPrefix, "FabricActorApp") + "Pkg";

    /// <summary>Gets the name of an application type.</summary>
    /// <param name="appPrefix">What it begins with; null or empty for FabricActorApp.</param>
    /// <returns>The prefix, followed by Type.</returns>
    public static string GetFabricApplicationTypeName(string appPrefix) => Or(appPrefix, "FabricActorApp") + "Type";

    /// <summary>Gets the name of an application.</summary>
    /// <param name="appPrefix">The name after <c>fabric:/</c>; null or empty for FabricActorApp.</param>
    /// <returns>The name with <c>fabric:/</c>.</returns>
    public static string GetFabricApplicationName(string appPrefix) => Scheme + Or(appPrefix, "FabricActorApp");

    /// <summary>Gets the name of the configuration package of an actor service: Config, whatever the class.</summary>
    /// <param name="actorImplementationType">The class; it may be null.</param>
    /// <returns>The name.</returns>
    public static string GetConfigPackageName(Type actorImplementationType = null) => "Config";

    /// <summary>Gets the name of the code package of an actor service: Code, whatever the class.</summary>
    /// <param name="actorImplementationType">The class; it may be null.</param>
    /// <returns>The name.</returns>
    public static string GetCodePackageName(Type actorImplementationType = null) => "Code";

    /// <summary>
    /// Gets the name of the setting with the type of the replicator's credentials: CredentialType, whatever the class.
    /// </summary>
    /// <param name="actorImplementationType">The class; it may be null.</param>
    /// <returns>The name.</returns>
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
