using System;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Manifests;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

public sealed class ApplicationReaderTests
{
    private const string Manifest = "ApplicationPackage/ApplicationManifest.xml";
    private const string StoreManifest = "ApplicationPackage/StatefulStorePkg/ServiceManifest.xml";
    private const string Parameters = "ActorStore_MinReplicaSetSize, ActorStore_PartitionCount, "
        + "ActorStore_ServiceType, ActorStore_TargetReplicaSetSize, LoadDriver_InstanceCount, "
        + "LoadDriver_PartitionCount, StatefulStore_CheckpointThresholdInMB, "
        + "StatefulStore_MaxPrimaryReplicationQueueMemorySize, StatefulStore_MaxPrimaryReplicationQueueSize, "
        + "StatefulStore_MinReplicaSetSize, StatefulStore_PartitionCount, StatefulStore_TargetReplicaSetSize, "
        + "StatefulStore_ValueSerializer";

    [Theory]
    [InlineData("Local.1Node", 1, 1, 1)]
    [InlineData("Local.5Node", 3, 2, 1)]
    [InlineData("Cloud", 3, 2, 6)]
    public void A_profile_sets_replicas_and_partitions(string profile, int target, int min, int partitions)
    {
        using var package = new PackageCopy();
        var store = package.Read(profile).Services.Single(s => s.Name == "fabric:/SfPerf/StatefulStore");
        Assert.Equal((target, min, partitions),
            (store.TargetReplicaSetSize, store.MinReplicaSetSize, store.Scheme.Count));
    }

    [Fact]
    public void A_value_given_wins_over_the_profile()
    {
        using var package = new PackageCopy();
        var application = package.Read("Local.5Node", ("StatefulStore_PartitionCount", "4"));
        Assert.Equal(4, application.Services[1].Scheme.Count);
        Assert.Equal("4", application.Parameters["StatefulStore_PartitionCount"]);
    }

    [Fact]
    public void A_service_without_partitions_is_not_created()
    {
        using var package = new PackageCopy();
        var application = package.Read("Local.5Node", ("StatefulStore_PartitionCount", "0"));
        Assert.Equal(["fabric:/SfPerf/LoadDriver", "fabric:/SfPerf/ActorStore"],
            application.Services.Select(s => s.Name));
    }

    // What the original sample of this tool writes: its load drivers and its stores on nodes of their own.
    [Fact]
    public void A_service_is_placed_as_it_says_or_else_as_its_type_says()
    {
        using var package = new PackageCopy();
        package.Edit(StoreManifest, "HasPersistedState=\"true\" />",
            "HasPersistedState=\"true\"><PlacementConstraints>tgt==true</PlacementConstraints></StatefulServiceType>");
        package.Edit(Manifest, "</StatelessService>",
            "<PlacementConstraints>gen == true</PlacementConstraints></StatelessService>");
        var application = package.Read();
        Assert.Empty(application.Notes);
        Assert.Equal(["gen == true", "tgt==true", ""], application.Services.Select(s => s.PlacementConstraints));
    }

    // As the templates of Service Fabric's SDK write it, with a parameter for each cluster.
    [Fact]
    public void A_placement_constraint_may_be_a_parameter()
    {
        using var package = new PackageCopy();
        package.Edit(Manifest, "</Parameters>",
            "<Parameter Name=\"Where\" DefaultValue=\"\" /></Parameters>");
        package.Edit(Manifest, "</StatelessService>",
            "<PlacementConstraints>[Where]</PlacementConstraints></StatelessService>");
        Assert.Equal("", package.Read().Services[0].PlacementConstraints);
        Assert.Equal("NodeType == NodeType1",
            package.Read(values: ("Where", "NodeType == NodeType1")).Services[0].PlacementConstraints);
    }

    [Fact]
    public void A_placement_constraint_that_is_no_expression_is_refused_with_its_line()
    {
        using var package = new PackageCopy();
        package.Edit(Manifest, "</StatelessService>",
            "<PlacementConstraints>(NodeType==</PlacementConstraints></StatelessService>");
        Assert.EndsWith("): The placement constraint '(NodeType==' is wrong at character 12: a value is missing.",
            package.Error());
    }

    [Theory]
    [InlineData("SfActorServiceType", true)]
    [InlineData("SfVolatileActorServiceType", false)]
    [InlineData("SfTransientActorServiceType", false)]
    public void A_parameter_chooses_what_the_states_of_actors_survive(string type, bool persisted)
    {
        using var package = new PackageCopy();
        var application = package.Read("Local.5Node", ("ActorStore_ServiceType", type));
        Assert.Equal(type, application.Services.Single(s => s.Name == "fabric:/SfPerf/ActorStore").TypeName);
        Assert.Equal(persisted, application.Packages.SelectMany(p => p.Types)
            .Single(t => t.Name == type).HasPersistedState);
    }

    [Fact]
    public void The_package_names_programs_endpoints_and_settings()
    {
        using var package = new PackageCopy();
        var store = package.Read().Packages.Single(p => p.Name == "StatefulStorePkg");
        Assert.Equal("SfPerf.StatefulStore.exe", store.Code.Program);
        Assert.Equal(["SfDictionaryServiceEndpoint", "ReplicatorEndpoint"], store.Endpoints.Select(e => e.Name));
        var parameter = store.Configs.Single().Sections.Single(s => s.Name == "ReplicatorConfig").Parameters[0];
        Assert.Equal(("ReplicatorEndpoint", "ReplicatorEndpoint"), (parameter.Name, parameter.Value));
    }

    [Theory]
    [InlineData("StoreConfig", "ValueSerializer", "Custom", "BuiltIn")]
    [InlineData("ReplicatorConfig", "CheckpointThresholdInMB", "8", "")]
    [InlineData("ReplicatorConfig", "MaxPrimaryReplicationQueueSize", "32", "")]
    [InlineData("ReplicatorConfig", "MaxPrimaryReplicationQueueMemorySize", "65536", "")]
    public void A_parameter_becomes_a_setting_of_the_store(string section, string name, string value, string before)
    {
        using var package = new PackageCopy();
        Assert.Equal(before, Setting([]));
        Assert.Equal(value, Setting([($"StatefulStore_{name}", value)]));

        string Setting((string, string)[] parameters) => package.Read("Local.5Node", parameters)
            .Packages.Single(p => p.Name == "StatefulStorePkg").Configs.Single()
            .Sections.Single(s => s.Name == section).Parameters.Single(p => p.Name == name).Value;
    }

    [Fact]
    public void An_import_overrides_endpoints_also_by_parameters()
    {
        using var package = new PackageCopy();
        package.Edit(StoreManifest, "</Endpoints>",
            "<Endpoint Name=\"Web\" Protocol=\"http\" Type=\"Input\" PathSuffix=\"/a\" /></Endpoints>");
        OverrideStore(package, "<Endpoint Name=\"Web\" Port=\"[StatefulStore_PartitionCount]\" "
            + "Protocol=\"https\" UriScheme=\"https\" />");
        var changed = package.Read("Local.5Node", ("StatefulStore_PartitionCount", "843")).Packages
            .Single(p => p.Name == "StatefulStorePkg").Endpoints;
        Assert.Equal(new()
        {
            Name = "Web", Protocol = "https", Type = "Input", Port = 843, UriScheme = "https",
            PathSuffix = "/a"
        }, changed.Single(e => e.Name == "Web"));
        Assert.Equal(0, changed.Single(e => e.Name == "ReplicatorEndpoint").Port);
    }

    [Theory]
    [InlineData("<Endpoint Name=\"Webb\" Port=\"80\" />", "The service manifest has no endpoint 'Webb' to override. "
        + "Allowed: SfDictionaryServiceEndpoint, ReplicatorEndpoint.")]
    [InlineData("<Endpoint Name=\"ReplicatorEndpoint\" Port=\"http\" />",
        "Attribute 'Port' of 'Endpoint' is 'http'. Allowed: a whole number from 0 to 65535.")]
    public void A_wrong_override_of_an_endpoint_is_named(string endpoint, string problem)
    {
        using var package = new PackageCopy();
        OverrideStore(package, endpoint);
        Assert.StartsWith(Manifest, package.Error(), StringComparison.Ordinal);
        Assert.EndsWith(problem, package.Error(), StringComparison.Ordinal);
    }

    private static void OverrideStore(PackageCopy package, string endpoint)
    {
        const string Import = "ServiceManifestName=\"StatefulStorePkg\" ServiceManifestVersion=\"1.0.0\" />";
        package.Edit(Manifest, Import, Import
            + $"<ResourceOverrides><Endpoints>{endpoint}</Endpoints></ResourceOverrides>");
    }

    [Theory]
    [InlineData("HasPersistedState=\"true\"", true)]
    [InlineData("HasPersistedState=\"false\"", false)]
    [InlineData("", false)]
    public void A_service_type_keeps_its_state_in_memory_unless_it_says_that_it_is_persisted(
        string declared, bool persisted)
    {
        using var package = new PackageCopy();
        package.Edit(
            "ApplicationPackage/StatefulStorePkg/ServiceManifest.xml", "HasPersistedState=\"true\"", declared);
        Assert.Equal(persisted, package.Read().Packages.Single(p => p.Name == "StatefulStorePkg")
            .Types.Single().HasPersistedState);
    }

    [Fact]
    public void The_attributes_that_the_build_of_an_actor_service_writes_are_accepted()
    {
        using var package = new PackageCopy();
        package.Edit("ApplicationPackage/ApplicationManifest.xml", "<Service Name=\"StatefulStore\"",
            "<Service Name=\"StatefulStore\" GeneratedIdRef=\"3eecf231-0eb6-4d56-a538-e4000909f7b2|Persisted\"");
        Assert.Contains(package.Read().Services, s => s.Name == "fabric:/SfPerf/StatefulStore");
    }

    [Theory]
    [InlineData(Manifest, "<DefaultServices>", "<Principals><Users /></Principals><DefaultServices>",
        "(43): 'Principals' of 'ApplicationManifest' has no effect on this cluster.")]
    [InlineData(Manifest, "</DefaultServices>", "</DefaultServices><Policies><DefaultRunAsPolicy /></Policies>",
        ": 'DefaultRunAsPolicy' of 'Policies' has no effect on this cluster.")]
    [InlineData(Manifest, "</ServiceManifestImport>", "<Policies><RunAsPolicy /></Policies></ServiceManifestImport>",
        ": 'Policies' of 'ServiceManifestImport' has no effect on this cluster.")]
    [InlineData(Manifest, "</StatelessService>",
        "<LoadMetrics /></StatelessService>", ": 'LoadMetrics' of 'StatelessService' has no effect on this cluster.")]
    [InlineData(Manifest, "<Service Name=\"StatefulStore\"",
        "<Service Name=\"StatefulStore\" ServicePackageActivationMode=\"ExclusiveProcess\"",
        ": 'ServicePackageActivationMode' is 'ExclusiveProcess'; the replicas of a node share one process here.")]
    [InlineData(StoreManifest, "HasPersistedState=\"true\" />",
        "HasPersistedState=\"true\"><ServicePlacementPolicies /></StatefulServiceType>",
        ": 'ServicePlacementPolicies' of 'StatefulServiceType' has no effect on this cluster.")]
    public void What_only_matters_on_a_real_cluster_is_noted_and_not_refused(
        string file, string text, string by, string note)
    {
        using var package = new PackageCopy();
        Assert.Empty(package.Read().Notes);
        package.Edit(file, text, by);
        Assert.Contains(package.Read().Notes, n => n.Contains(note, StringComparison.Ordinal)
            && n.Contains(file.Replace('/', Path.DirectorySeparatorChar), StringComparison.Ordinal));
    }

    [Fact]
    public void A_guest_program_is_no_host_of_other_types()
    {
        using var package = new PackageCopy();
        const string Driver = "ApplicationPackage/LoadDriverPkg/ServiceManifest.xml";
        package.Edit(Driver, "<StatelessServiceType ", "<StatelessServiceType UseImplicitHost=\"true\" ");
        Assert.True(package.Read().Packages.Single(p => p.Name == "LoadDriverPkg").IsGuest);
        package.Edit(Driver, "</ServiceTypes>", "<StatelessServiceType ServiceTypeName=\"Other\" /></ServiceTypes>");
        Assert.Contains("Allowed: all types of a package, or none.", package.Error(), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("DeploymentCase", "18")]
    public void A_health_policy_is_read_with_its_parameters()
    {
        using var package = new PackageCopy();
        Assert.Equal(0, package.Read().HealthPolicy.Of("any").MaxPercentUnhealthyReplicasPerPartition);
        package.Edit(Manifest, "</DefaultServices>", """
            </DefaultServices><Policies>
            <HealthPolicy ConsiderWarningAsError="True" MaxPercentUnhealthyDeployedApplications="20">
            <DefaultServiceTypeHealthPolicy MaxPercentUnhealthyReplicasPerPartition="34" />
            <ServiceTypeHealthPolicy ServiceTypeName="T" MaxPercentUnhealthyServices="[LoadDriver_PartitionCount]"
            MaxPercentUnhealthyPartitionsPerService="7" /></HealthPolicy></Policies>
            """);
        var policy = package.Read("Local.5Node", ("LoadDriver_PartitionCount", "5")).HealthPolicy;
        Assert.Equal((true, 20), (policy.ConsiderWarningAsError, policy.MaxPercentUnhealthyDeployedApplications));
        Assert.Equal(new(0, 0, 34), policy.Of("any"));
        Assert.Equal(new(5, 7, 0), policy.Of("T"));
        package.Edit(Manifest, "\"34\"", "\"101\"");
        Assert.Contains("Attribute 'MaxPercentUnhealthyReplicasPerPartition' of 'DefaultServiceTypeHealthPolicy' is "
            + "'101'. Allowed: a whole number from 0 to 100.", package.Error(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ApplicationPackage/ApplicationManifest.xml", "<DefaultServices>", "<DefaultService>",
        "ApplicationPackage/ApplicationManifest.xml(43): 'ApplicationManifest' has no element 'DefaultService' in "
            + "this runtime. "
        + "Allowed: Description, Parameters, ServiceManifestImport, DefaultServices, "
        + "ServiceTemplates, Policies. Did "
            + "you mean 'DefaultServices'?",
        "</DefaultServices>", "</DefaultService>")]
    [InlineData("ApplicationPackage/ApplicationManifest.xml", "InstanceCount=\"[", "InstanceCounts=\"[",
        "ApplicationPackage/ApplicationManifest.xml(45): 'StatelessService' has no attribute 'InstanceCounts'. "
        + "Allowed: ServiceTypeName, InstanceCount. Did you mean 'InstanceCount'?")]
    [InlineData("ApplicationPackage/ApplicationManifest.xml", "[LoadDriver_InstanceCount]", "[LoadDriver_Instances]",
        "ApplicationPackage/ApplicationManifest.xml(45): Attribute 'InstanceCount' refers to the application parameter "
        + "'LoadDriver_Instances', which Parameters does not declare. Allowed: " + Parameters + ". "
        + "Did you mean 'LoadDriver_InstanceCount'?")]
    [InlineData("ApplicationPackage/StatefulStorePkg/ServiceManifest.xml", "Protocol=\"tcp\"", "Protocol=\"tpc\"",
        "ApplicationPackage/StatefulStorePkg/ServiceManifest.xml(16): Attribute 'Protocol' of 'Endpoint' is 'tpc'. "
        + "Allowed: http, https, tcp, udp.")]
    [InlineData("ApplicationPackage/StatefulStorePkg/Config/Settings.xml", "Value=", "Valeu=",
        "ApplicationPackage/StatefulStorePkg/Config/Settings.xml(4): 'Parameter' has no attribute 'Valeu'. "
        + "Allowed: Name, Value, MustOverride, IsEncrypted, Type. Did you mean 'Value'?")]
    [InlineData("ApplicationParameters/Local.5Node.xml", "StatefulStore_PartitionCount", "StatefulStore_Partitions",
        "ApplicationParameters/Local.5Node.xml(6): The application has no parameter 'StatefulStore_Partitions'. "
            + "Allowed: " + Parameters + ". "
        + "Did you mean 'StatefulStore_PartitionCount'?")]
    [InlineData("PublishProfiles/Local.5Node.xml", "ApplicationParameterFile", "ApplicationParametersFile",
        "PublishProfiles/Local.5Node.xml(4): 'PublishProfile' has no element 'ApplicationParametersFile' in this "
            + "runtime. "
        + "Allowed: ClusterConnectionParameters, ApplicationParameterFile, UpgradeDeployment, CopyPackageParameters, "
        + "StartupServiceParameterFile. Did you mean 'ApplicationParameterFile'?")]
    [InlineData("ApplicationPackage/ApplicationManifest.xml", "<UniformInt64Partition", "<UniformPartition",
        "ApplicationPackage/ApplicationManifest.xml(46): 'StatelessService' has no element 'UniformPartition' in this "
        + "runtime. Allowed: SingletonPartition, UniformInt64Partition, NamedPartition, PlacementConstraints. "
        + "Did you mean 'UniformInt64Partition'?")]
    [InlineData("ApplicationPackage/ApplicationManifest.xml", "InstanceCount=\"[LoadDriver_InstanceCount]",
        "InstanceCount=\"0",
        "ApplicationPackage/ApplicationManifest.xml(45): Attribute 'InstanceCount' of 'StatelessService' is '0'. "
        + "Allowed: -1, 1 to 99.")]
    [InlineData("PublishProfiles/Local.5Node.xml", "<ClusterConnectionParameters",
        "<ClusterConnectionParameters ConnectionEndpoint=\"example.org\"",
        "PublishProfiles/Local.5Node.xml(3): Attribute 'ConnectionEndpoint' of 'ClusterConnectionParameters' is "
        + "'example.org'. Allowed: host:port, as cluster.example.org:19000.")]
    [InlineData("PublishProfiles/Local.5Node.xml", "<ClusterConnectionParameters",
        "<ClusterConnectionParameters ConnectionEndpoint=\"example.org:19000\" X509Credential=\"true\"",
        "PublishProfiles/Local.5Node.xml(3): 'ClusterConnectionParameters' lacks the attribute "
        + "'ServerCertThumbprint'.")]
    [InlineData("PublishProfiles/Local.5Node.xml", "<ClusterConnectionParameters",
        "<ClusterConnectionParameters ConnectionEndpoint=\"example.org:19000\" "
        + "X509Credential=\"true\" ServerCertThumbprint=\"aa\" FindType=\"FindByThumbprint\" FindValue=\"bb\" "
        + "StoreLocation=\"LocalMachine\" StoreName=\"My\"",
        "PublishProfiles/Local.5Node.xml(3): The profile names the cluster 'example.org:19000', with certificates. "
        + "This cluster is the one of this machine, and its services listen on loopback without certificates: those "
        + "for net.tcp, remoting and replication come later. sfperf run and sfperf deploy reach the cluster that a "
        + "profile names through its gateway. An empty ConnectionEndpoint uses the profile's parameters here.")]
    [InlineData("ApplicationPackage/LoadDriverPkg/ServiceManifest.xml", "</Resources>", "</Resource>",
        "ApplicationPackage/LoadDriverPkg/ServiceManifest.xml(18): This is not well-formed XML. The 'Resources' "
            + "start tag on "
        + "line 14 position 4 does not match the end tag of 'Resource'. Line 18, position 5.")]
    public void A_mistake_is_named_with_file_line_and_what_is_allowed(
        string file, string text, string by, string message, string? text2 = null, string? by2 = null)
    {
        using var package = new PackageCopy();
        package.Edit(file, text, by);
        if (text2 is not null)
            package.Edit(file, text2, by2!);
        Assert.Equal(message, package.Error());
    }

    [Theory]
    [InlineData("", null, null, null)]
    [InlineData("ConnectionEndpoint=\"example.org:19000\"", "http://example.org:19080", null, null)]
    [InlineData("ConnectionEndpoint=\"example.org:19000\" X509Credential=\"true\" ServerCertThumbprint=\"aa\" "
        + "FindType=\"FindByThumbprint\" FindValue=\"bb\" StoreLocation=\"CurrentUser\" StoreName=\"My\"",
        "https://example.org:19080", "aa", null)]
    [InlineData("ConnectionEndpoint=\"example.org:19000\" X509Credential=\"true\" ServerCertThumbprint=\"aa\" "
        + "FindType=\"FindByColour\" FindValue=\"bb\" StoreLocation=\"CurrentUser\" StoreName=\"My\"", null, null,
        "Attribute 'FindType' of 'ClusterConnectionParameters' is 'FindByColour'. Allowed: FindByThumbprint, "
        + "FindBySubjectName, FindBySubjectDistinguishedName, FindByIssuerName, FindByIssuerDistinguishedName, "
        + "FindBySerialNumber.")]
    [InlineData("ConnectionEndpoint=\"example.org:19000\" AzureActiveDirectory=\"true\"", null, null,
        "(11): The profile asks for a login by Azure Active Directory, which is not built. Allowed: X509Credential.")]
    public void A_profile_may_name_a_cluster_elsewhere_where_that_is_asked_for(
        string connection, string? address, string? thumbprint, string? refusal)
    {
        using var package = new PackageCopy();
        const string file = "PublishProfiles/Cloud.xml";
        package.Edit(file, "ConnectionEndpoint=\"\"", connection);
        var path = package.Profile("Cloud");
        if (refusal is null)
        {
            var cluster = PublishProfile.Read(path, elsewhere: true).Cluster;
            Assert.Equal((address, thumbprint), (cluster?.Gateway, cluster?.ServerThumbprint));
            return;
        }
        var refused = Assert.Throws<ManifestException>(() => PublishProfile.Read(path, elsewhere: true));
        Assert.EndsWith(refusal, refused.Message);
    }

    [Theory]
    [InlineData("StatefulStore_TargetReplicaSetSize", "three",
        "ApplicationPackage/ApplicationManifest.xml(50): Attribute "
        + "'TargetReplicaSetSize' of 'StatefulService' is 'three' (from [StatefulStore_TargetReplicaSetSize]). "
        + "Allowed: a whole number from 1 to 99.")]
    [InlineData("StatefulStore_MinReplicaSetSize", "4", "ApplicationPackage/ApplicationManifest.xml(50): Attribute "
        + "'MinReplicaSetSize' of 'StatefulService' is '4' (from [StatefulStore_MinReplicaSetSize]). "
        + "Allowed: a whole number from 1 to 3.")]
    [InlineData("StatefulStore_TargetReplicaSetSiz", "3", "--set: The application has no parameter "
        + "'StatefulStore_TargetReplicaSetSiz'. Allowed: " + Parameters + ". "
        + "Did you mean 'StatefulStore_TargetReplicaSetSize'?")]
    public void A_wrong_value_given_is_named_with_its_parameter(string name, string value, string message)
    {
        using var package = new PackageCopy();
        Assert.Equal(message, package.Error("Local.5Node", (name, value)));
    }
}
