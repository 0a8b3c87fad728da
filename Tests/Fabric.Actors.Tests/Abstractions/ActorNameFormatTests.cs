using System;
using Microsoft.ServiceFabric.Actors.Generator;
using Microsoft.ServiceFabric.Actors.Runtime;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Abstractions;

public sealed class ActorNameFormatTests
{
    public interface ISfActor;

    public interface IMyActor;

    public interface ICounter;

    public interface Iactor;

    [Theory]
    [Trait("ActorCase", "73")]
    [InlineData(typeof(ISfActor), "SfActor")]
    [InlineData(typeof(IMyActor), "MyActor")]
    [InlineData(typeof(ICounter), "CounterActor")]
    [InlineData(typeof(Iactor), "Iactor")]
    [InlineData(typeof(object), "ObjectActor")]
    public void An_interface_gives_the_names_of_its_actor_and_service(Type type, string name)
    {
        Assert.Equal(name, ActorNameFormat.GetName(type));
        Assert.Equal(name + "Service", ActorNameFormat.GetFabricServiceName(type));
        Assert.Equal("Given", ActorNameFormat.GetFabricServiceName(type, "Given"));
    }

    [Theory]
    [Trait("ActorCase", "73")]
    [InlineData("App", null, "fabric:/App/SfActorService")]
    [InlineData("fabric:/App/", null, "fabric:/App/SfActorService")]
    [InlineData("fabric:/App", "Other", "fabric:/App/Other")]
    public void The_address_of_a_service_begins_with_its_application(string application, string? service, string uri)
    {
        Assert.Equal(new Uri(uri), ActorNameFormat.GetFabricServiceUri(typeof(ISfActor), application, service));
        Assert.Equal(new Uri("fabric:/App/SfActorService"),
            ActorNameFormat.GetFabricServiceUri(typeof(ISfActor), new Uri("fabric:/App")));
    }

    [Fact]
    [Trait("ActorCase", "73")]
    public void Outside_of_an_application_its_name_must_be_given()
    {
        var refused = Assert.Throws<ArgumentException>(() => ActorNameFormat.GetFabricServiceUri(typeof(ISfActor)));

        Assert.Equal("applicationName", refused.ParamName);
    }

    [Theory]
    [Trait("ActorCase", "73")]
    [InlineData(typeof(SfActor), "SfActorService")]
    [InlineData(typeof(Counter), "CounterActorService")]
    [InlineData(typeof(Named), "Given")]
    public void A_class_gives_the_names_in_its_manifests(Type type, string service)
    {
        Assert.Equal(service + "Type", ActorNameFormat.GetFabricServiceTypeName(type));
        Assert.Equal(service + "Endpoint", ActorNameFormat.GetFabricServiceEndpointName(type));
        Assert.Equal(service + "EndpointV2", ActorNameFormat.GetFabricServiceV2EndpointName(type));
        Assert.Equal(service + "EndpointV2_1", ActorNameFormat.GetFabricServiceWrappedMessageEndpointName(type));
        Assert.Equal(service + "ReplicatorEndpoint", ActorNameFormat.GetFabricServiceReplicatorEndpointName(type));
        Assert.Equal(service + "ReplicatorConfig", ActorNameFormat.GetFabricServiceReplicatorConfigSectionName(type));
        Assert.Equal(service + "ReplicatorSecurityConfig",
            ActorNameFormat.GetFabricServiceReplicatorSecurityConfigSectionName(type));
        Assert.Equal(service + "TransportSettings", ActorNameFormat.GetFabricServiceTransportSettingsSectionName(type));
        Assert.Equal(service + "LocalStoreConfig", ActorNameFormat.GetLocalEseStoreConfigSectionName(type));
        Assert.Equal(service + "KeyValueStoreConfig", ActorNameFormat.GetKeyValueStoreSettingsConfigSectionName(type));
        Assert.Equal(service + "ActorStateProviderSettings",
            ActorNameFormat.GetActorStateProviderSettingsSectionName(type));
    }

    [Fact]
    [Trait("ActorCase", "73")]
    public void Packages_and_applications_have_their_default_names()
    {
        Assert.Equal("Config", ActorNameFormat.GetConfigPackageName());
        Assert.Equal("Code", ActorNameFormat.GetCodePackageName());
        Assert.Equal("CredentialType", ActorNameFormat.GetFabricServiceReplicatorSecurityCredentialTypeName());
        Assert.Equal("FabricActorServicePkg", ActorNameFormat.GetFabricServicePackageName(""));
        Assert.Equal("XPkg", ActorNameFormat.GetFabricServicePackageName("X"));
        Assert.Equal("FabricActorAppPkg", ActorNameFormat.GetFabricApplicationPackageName(""));
        Assert.Equal("XType", ActorNameFormat.GetFabricApplicationTypeName("X"));
        Assert.Equal("fabric:/FabricActorApp", ActorNameFormat.GetFabricApplicationName(""));
    }

    public sealed class SfActor;

    public sealed class Counter;

    [ActorService(Name = "Given")]
    public sealed class Named;
}
