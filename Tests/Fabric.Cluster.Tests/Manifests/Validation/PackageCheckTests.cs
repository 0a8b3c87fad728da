using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using SfPerf.Fabric.Manifests.Validation;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests.Validation;

public sealed class PackageCheckTests
{
    private const string M = SamplePackage.Manifest;
    private const string S = SamplePackage.StoreManifest;
    private const string Config = SamplePackage.Settings;

    /// <summary>One defect each: the file, what is replaced by what, and the beginning of the one finding.</summary>
    public static TheoryData<string, string, string, string> Defects() => new()
    {
        // Names and versions.
        { M, "=\"ShopType\"", "=\"../Shop\"", $"{M}(1): Attribute 'ApplicationTypeName' of 'ApplicationManifest' is "
            + "'../Shop'. Allowed: 1 to 256 characters, none of" },
        { M, "Version=\"1.0.0\">", "Version=\"1..0\">", $"{M}(2): Attribute 'ApplicationTypeVersion' of" },
        { M, "<Service Name=\"Web\">", "<Service Name=\" Web\">", $"{M}(31): Attribute 'Name' of 'Service' is ' "
            + "Web'." },
        { S, "<DataPackage Name=\"Data\" Version=\"1.0.0\"", "<DataPackage Name=\"Data\" Version=\"1/0\"",
            $"{S}(15): Attribute 'Version' of 'DataPackage' is '1/0'. Allowed: 1 to 256" },
        { S, "<DataPackage Name=\"Data\"", "<DataPackage Name=\"Compose_Data\"", $"{S}(15): Attribute 'Name' of" },
        { S, "<Endpoint Name=\"Replicator\"", "<Endpoint Name=\"Repli;cator\"",
            $"{S}(19): Attribute 'Name' of 'Endpoint' is 'Repli;cator'. Allowed: a name without comma" },
        // Entry points.
        { S, "<Program>Store<", "<Program>Stor<", $"{S}(9): 'Program' is 'Stor', and 'StorePkg/Code' has no such file. "
            + "Allowed: the name of a file there. Did you mean 'Store'?" },
        { S, "<Program>Store<", "<Program>Store.exe<", $"{S}(9): 'Program' is 'Store.exe', the file is 'Store', a "
            + "program for Linux. Allowed: 'Store', or a program for Windows;" },
        { S, "<Program>Store<", "<Program>/bin/Store<", $"{S}(9): 'Program' is '/bin/Store', an absolute path." },
        { S, "<Program>Store<", "<Program>C:\\Store<", $"{S}(9): 'Program' is 'C:\\Store', an absolute path." },
        { S, "<Program>Store<", "<Program>\"Store<", $"{S}(9): 'Program' is '\"Store': the quotation marks do not" },
        { S, "<Program>Store<", "<Program> Store<", $"{S}(9): 'Program' is empty, or begins with a blank." },
        // What is there twice.
        { M, "<Parameter Name=\"Min\" DefaultValue=\"2\" />",
            "<Parameter Name=\"Min\" DefaultValue=\"2\" /><Parameter Name=\"Min\" DefaultValue=\"2\" />",
            $"{M}(5): Attribute 'Name' of 'Parameter' is 'Min'. Allowed: a name that no other one has" },
        { M, "<Service Name=\"Web\">", "<Service Name=\"Store\">", $"{M}(36): Attribute 'Name' of 'Service' is "
            + "'Store'." },
        { M, "<Group Name=\"Admins\" />", "<Group Name=\"Admins\" /><Group Name=\"Admin\" />",
            $"{M}(45): Attribute 'Name' of 'User' is 'Admin'." },
        { M, "Name=\"East\"", "Name=\"West\"", $"{M}(33): Attribute 'Name' of 'Partition' is 'West'." },
        { S, "ServiceTypeName=\"StoreType\"", "ServiceTypeName=\"WebType\"",
            $"{M}(37): Attribute 'ServiceTypeName' of 'StatefulService' is 'StoreType'. Allowed: a StatefulServiceType "
            + $"that a package declares: WebType.|{S}(4): Attribute 'ServiceTypeName' of 'StatefulServiceType' is" },
        { S, "<Endpoint Name=\"Replicator\"", "<Endpoint Name=\"Web\"", $"{S}(19): Attribute 'Name' of 'Endpoint'" },
        { Config, "Name=\"Key\" Value=\"0c\"", "Name=\"Rate\" Value=\"0c\"", $"{Config}(4): Attribute 'Name' of" },
        // References to service packages.
        { M, "ServiceManifestName=\"StorePkg\"", "ServiceManifestName=\"Store\"", $"{M}(8): Attribute "
            + "'ServiceManifestName' of 'ServiceManifestRef' is 'Store'. Allowed: the name of a folder in the "
            + "package" },
        { M, "ServiceManifestVersion=\"1.0.0\"", "ServiceManifestVersion=\"1.0.1\"", $"{M}(8): Attribute "
            + "'ServiceManifestVersion' of 'ServiceManifestRef' is '1.0.1'. Allowed: 1.0.0, as its "
            + "ServiceManifest.xml" },
        // Users.
        { M, "CodePackageRef=\"Code\" UserRef=\"Admin\"", "CodePackageRef=\"Code\" UserRef=\"Root\"",
            $"{M}(19): Attribute 'UserRef' of 'RunAsPolicy' is 'Root'. Allowed: the name of a user or group of "
            + "'Principals': Admins, Admin." },
        { M, "<DefaultRunAsPolicy UserRef=\"Admin\"", "<DefaultRunAsPolicy UserRef=\"Root\"",
            $"{M}(51): Attribute 'UserRef' of 'DefaultRunAsPolicy' is 'Root'." },
        { M, "EntryPointType=\"Main\"", "EntryPointType=\"Setup\"", $"{M}(19): Attribute 'EntryPointType' of "
            + "'RunAsPolicy' is 'Setup'. Allowed: Main, All; the code package 'Code' has no SetupEntryPoint." },
        { M, "EntryPointType=\"Main\" />",
            "EntryPointType=\"Main\" /><RunAsPolicy CodePackageRef=\"Code\" UserRef=\"Admin\" "
                + "EntryPointType=\"All\" />",
            $"{M}(19): The code package 'Code' has two RunAs policies for the same entry point." },
        { M, "EntryPointType=\"Main\"", "EntryPointType=\"Both\"", $"{M}(19): Attribute 'EntryPointType' of "
            + "'RunAsPolicy' is 'Both'. Allowed: Setup, Main, All." },
        { M, "NameRef=\"Admins\"", "NameRef=\"Users\"", $"{M}(46): Attribute 'NameRef' of 'Group' is 'Users'." },
        { M, "<User Name=\"Admin\">", "<User Name=\"Admin\" AccountType=\"ManagedServiceAccount\">",
            $"{M}(45): A 'ManagedServiceAccount' lacks the attribute 'AccountName'." },
        { M, "PrincipalRef=\"Admin\"", "PrincipalRef=\"Root\"", $"{M}(20): Attribute 'PrincipalRef' of" },
        // Endpoints and certificates.
        { S, "Protocol=\"https\"", "Protocol=\"http\"", $"{M}(21): Attribute 'EndpointRef' of "
            + "'EndpointBindingPolicy' is "
            + "'Web'. Allowed: an endpoint with the protocol https; this one's is http." },
        { M, "CertificateRef=\"WebCertificate\"", "CertificateRef=\"Web\"", $"{M}(21): Attribute 'CertificateRef' of "
            + "'EndpointBindingPolicy' is 'Web'. Allowed: the name of an endpoint certificate: WebCertificate." },
        { M, "ResourceRef=\"Web\"", "ResourceRef=\"Wbe\"", $"{M}(20): Attribute 'ResourceRef' of" },
        { M, "CodePackageRef=\"Code\" MemoryInMB", "CodePackageRef=\"Cod\" MemoryInMB", $"{M}(22): Attribute" },
        // Settings.
        { M, "<ConfigOverride Name=\"Config\">", "<ConfigOverride Name=\"Cfg\">", $"{M}(10): Attribute 'Name' of "
            + "'ConfigOverride' is 'Cfg'. Allowed: the name of a configuration package of 'StorePkg': Config.|"
            + $"{Config}(3): The parameter 'Rate' has MustOverride=\"true\"" },
        { M, "<Section Name=\"Limits\">", "<Section Name=\"Limit\">", $"{M}(12): Attribute 'Name' of 'Section' is "
            + $"'Limit'. Allowed: the name of a section of Settings.xml: Limits.|{Config}(3): The parameter "
            + "'Rate' has" },
        { M, "<Parameter Name=\"Rate\" Value=\"[Instances]\" />",
            "<Parameter Name=\"Rate\" Value=\"1\" /><Parameter Name=\"Rat\" Value=\"1\" />",
            $"{M}(13): Attribute 'Name' of 'Parameter' is 'Rat'. Allowed: the name of a parameter of the section "
                + "'Limits': "
            + "Rate, Key." },
        { M, "<SecretsCertificate X509FindValue=\"0a\" Name=\"Secrets\" />", "",
            $"{Config}(4): The parameter 'Key' is encrypted" },
        { Config, "MustOverride=\"true\"", "Type=\"Plain\"", $"{Config}(3): Attribute 'Type' of 'Parameter' is "
            + "'Plain'. "
            + "Allowed: PlainText, Encrypted, SecretsStoreRef." },
        // Parameters and numbers.
        { M, "Value=\"[Instances]\"", "Value=\"[Instance]\"", $"{M}(13): Attribute 'Value' of 'Parameter' is "
            + "'[Instance]'. Allowed: a parameter that the manifest declares: Instances, Min." },
        { M, "Name=\"Min\" DefaultValue=\"2\"", "Name=\"Min\" DefaultValue=\"4\"", $"{M}(37): Attribute "
            + "'MinReplicaSetSize' of 'StatefulService' is '4' (from [Min]). Allowed: a whole number from 1 to 3 "
            + "(TargetReplicaSetSize)." },
        { M, "InstanceCount=\"[Instances]\"", "InstanceCount=\"0\"", $"{M}(32): Attribute 'InstanceCount' of "
            + "'StatelessService' is '0'. Allowed: -1 for an instance on every node, or a whole number from 1 on." },
        { M, "LowKey=\"0\"", "LowKey=\"100\"", $"{M}(38): Attribute 'HighKey' of 'UniformInt64Partition' is '99'. "
            + "Allowed: at least LowKey, 100." },
        { M, "PartitionCount=\"4\"", "PartitionCount=\"200\"", $"{M}(38): Attribute 'HighKey' of" },
        { M, "PartitionCount=\"4\"", "PartitionCount=\"four\"", $"{M}(38): Attribute 'PartitionCount' of" },
        { M, "<StatelessService ServiceTypeName=\"WebType\" InstanceCount=\"1\"",
            "<StatelessService ServiceTypeName=\"StoreType\" InstanceCount=\"1\"",
            $"{M}(26): Attribute 'ServiceTypeName' of 'StatelessService' is 'StoreType'. Allowed: a "
                + "StatelessServiceType "
            + "that a package declares: WebType." },
        // The schema.
        { M, "<ApplicationManifest ", "<ApplicationManifst ", $"{M}(57): This is not well-formed XML." },
        { Config, "<Settings xmlns=\"http://schemas.microsoft.com/2011/01/fabric\">", "<Settings>",
            $"{Config}(1): The root element is 'Settings' of the namespace ''. Allowed: Settings of http" },
        { S, "<WorkingFolder>CodePackage<", "<WorkingFolder>Code<",
            $"{S}(10): 'WorkingFolder' is 'Code'. Allowed: Work, CodePackage, CodeBase." },
        { S, "<DataPackage Name=\"Data\"", "<DataPackage Nam=\"x\" Name=\"Data\"", $"{S}(15): 'DataPackage' has no "
            + "attribute 'Nam'. Allowed: Name, Version. Did you mean 'Name'?" },
        { S, "Port=\"443\"", "Port=\"70000\"", $"{S}(18): Attribute 'Port' of 'Endpoint' is '70000'. Allowed: a whole "
            + "number from 0 to 65535." },
        { S, "HasPersistedState=\"true\"", "HasPersistedState=\"yes\"", $"{S}(4): Attribute 'HasPersistedState' of "
            + "'StatefulServiceType' is 'yes'. Allowed: true, false." },
        { S, "<Resources>", "<Resourcez/><Resources>", $"{S}(16): 'ServiceManifest' may not have the element "
            + "'Resourcez' "
            + "here. Allowed: DataPackage, Resources, Diagnostics. Did you mean 'Resources'?" },
        { S, "<ConfigPackage Name=\"Config\" Version=\"1.0.0\" />", "<ConfigPackage Name=\"Config\" />",
            $"{S}(14): 'ConfigPackage' lacks the attribute 'Version'." },
        { M, "X509FindValue=\"0a\"", "", $"{M}(54): 'SecretsCertificate' lacks the attribute 'X509FindValue'." },
        { M, "<SingletonPartition />", "", $"{M}(26): 'StatelessService' lacks an element. Allowed: "
            + "SingletonPartition, "
            + "UniformInt64Partition, NamedPartition." },
        { M, "<SingletonPartition />", "once", $"{M}(26): 'StatelessService' may hold elements only, no text.|{M}(26): "
            + "'StatelessService' lacks" },
    };

    [Fact]
    public void A_package_without_defects_has_no_findings_but_what_the_local_cluster_does_not_do()
    {
        using var package = new SamplePackage();
        Assert.Empty(package.Errors());
        Assert.Equal(
        [
            .. new[]
            {
                (42, "Principals", "ApplicationManifest"), (51, "DefaultRunAsPolicy", "Policies"),
                (53, "Certificates", "ApplicationManifest"),
            }.Select(i => $"P/{M}({i.Item1}): warning: '{i.Item2}' of '{i.Item3}' has no effect on this cluster."),
            $"P/{Config}(4): warning: The local cluster refuses the package: Attribute 'IsEncrypted' of 'Parameter' is "
                + "'true'. Allowed: false (this runtime has no secrets).",
        ], package.Warnings().Where(w => !w.Contains("ServiceManifestImport", StringComparison.Ordinal)));
    }

    [Fact]
    public void What_the_build_of_an_actor_service_writes_into_an_extension_is_not_checked()
    {
        using var package = new SamplePackage();
        package.Edit(S, "ServiceTypeName=\"StoreType\" HasPersistedState=\"true\" />", """
            ServiceTypeName="StoreType" HasPersistedState="true"><Extensions><Extension Name="__GeneratedServiceType__">
            <GeneratedNames xmlns="http://schemas.microsoft.com/2015/03/fabact-no-schema" Any="thing">text
            <DefaultService Name="MyActorService" /><ServiceEndpointV2_1 Name="E"><Deep /></ServiceEndpointV2_1>
            </GeneratedNames></Extension></Extensions><PlacementConstraint /></StatefulServiceType>
            """);
        Assert.StartsWith($"P/{S}(7): 'StatefulServiceType' may not have the element 'PlacementConstraint' here.",
            Assert.Single(package.Errors()), StringComparison.Ordinal);
    }

    [Theory]
    [Trait("DeploymentCase", "32")]
    [MemberData(nameof(Defects))]
    public void Each_refusal_of_Service_Fabric_is_found_with_file_line_and_what_is_allowed(
        string file, string text, string by, string expected)
    {
        using var package = new SamplePackage();
        package.Edit(file, text, by);
        var errors = package.Errors();
        var beginnings = expected.Split('|').Select(e => "P/" + e).ToArray();
        Assert.Equal(beginnings, errors.Zip(beginnings, (e, b) => e[..Math.Min(e.Length, b.Length)])
            .Concat(errors.Skip(beginnings.Length)));
    }

    [Fact]
    [Trait("DeploymentCase", "32")]
    public void A_package_with_ten_defects_has_ten_findings()
    {
        using var package = new SamplePackage();
        package.Edit(M, "=\"ShopType\"", "=\"Shop:Type\"");
        package.Edit(M, "Value=\"[Instances]\"", "Value=\"[Instance]\"");
        package.Edit(M, "CodePackageRef=\"Code\" UserRef=\"Admin\"", "CodePackageRef=\"Code\" UserRef=\"Root\"");
        package.Edit(M, "InstanceCount=\"[Instances]\"", "InstanceCount=\"0\"");
        package.Edit(M, "LowKey=\"0\"", "LowKey=\"100\"");
        package.Edit(M, "NameRef=\"Admins\"", "NameRef=\"Users\"");
        package.Edit(S, "<Program>Store<", "<Program>Stor<");
        package.Edit(S, "Protocol=\"https\"", "Protocol=\"ftp\"");
        package.Edit(S, "<DataPackage Name=\"Data\"", "<DataPackage Nam=\"x\" Name=\"Data\"");
        package.Edit(Config, "MustOverride=\"true\"", "Type=\"Plain\"");
        Assert.Equal(
        [
            $"P/{M}(1)", $"P/{M}(13)", $"P/{M}(19)", $"P/{M}(32)", $"P/{M}(38)", $"P/{M}(46)", $"P/{Config}(3)",
            $"P/{S}(9)", $"P/{S}(15)", $"P/{S}(18)",
        ], package.Errors().Select(e => e[..e.IndexOf(": ", StringComparison.Ordinal)])
            .Where(e => e != $"P/{M}(21)"));
    }

    [Fact]
    [Trait("DeploymentCase", "32")]
    public void A_missing_manifest_or_package_is_named()
    {
        using var package = new SamplePackage();
        File.Delete(package.Path(S));
        Assert.Equal([$"P/{S}: The file does not exist."], package.Errors());
        File.Delete(package.Path(M));
        Assert.Equal([$"P/{M}: The file does not exist."], package.Errors());
        Assert.Equal("Q: The application package does not exist.",
            Assert.Single(PackageCheck.Run(package.Path("Q"), "Q")).ToString());
    }

    [Fact]
    [Trait("DeploymentCase", "33")]
    public void Content_that_changed_under_an_unchanged_version_is_refused_and_the_file_named()
    {
        using var before = new SamplePackage();
        using var package = new SamplePackage();
        Assert.Empty(package.Errors(before.Folder));

        package.Write(SamplePackage.Program, "#!/bin/sh\nexit 1\n");
        package.Write("StorePkg/Data/more.txt", "three");
        Assert.Equal(
        [
            $"P/{S}(6): Attribute 'Version' of 'CodePackage' is '1.0.0'. Allowed: another version: the file "
                + "'StorePkg/Code/Store' is not that of the previous package.",
            $"P/{S}(15): Attribute 'Version' of 'DataPackage' is '1.0.0'. Allowed: another version: the file "
                + "'StorePkg/Data/more.txt' is not that of the previous package.",
        ], package.Errors(before.Folder));

        // Each version above must change with the one below it.
        package.Edit(S, "<CodePackage Name=\"Code\" Version=\"1.0.0\"", "<CodePackage Name=\"Code\" Version=\"1.0.1\"");
        package.Edit(S, "<DataPackage Name=\"Data\" Version=\"1.0.0\"", "<DataPackage Name=\"Data\" Version=\"1.0.1\"");
        Assert.Equal([$"P/{S}(1): Attribute 'Version' of 'ServiceManifest' is '1.0.0'. Allowed: another version: this "
            + "file is not that of the previous package."], package.Errors(before.Folder));
        package.Edit(S, "Name=\"StorePkg\" Version=\"1.0.0\"", "Name=\"StorePkg\" Version=\"1.0.1\"");
        package.Edit(M, "ServiceManifestVersion=\"1.0.0\"", "ServiceManifestVersion=\"1.0.1\"");
        Assert.Equal([$"P/{M}(2): Attribute 'ApplicationTypeVersion' of 'ApplicationManifest' is '1.0.0'. Allowed: "
            + "another version: this file is not that of the previous package."], package.Errors(before.Folder));
        package.Edit(M, "ApplicationTypeVersion=\"1.0.0\"", "ApplicationTypeVersion=\"1.0.1\"");
        Assert.Empty(package.Errors(before.Folder));
    }

    [Fact]
    public void What_the_local_cluster_does_otherwise_is_a_warning()
    {
        using var package = new SamplePackage();
        package.Edit(S, "<EntryPoint>", "<SetupEntryPoint><ExeHost><Program>Store</Program></ExeHost></SetupEntryPoint>"
            + "<EntryPoint>");
        package.Edit(S, "</CodePackage>", "</CodePackage><CodePackage Name=\"Side\" Version=\"1.0.0\"><EntryPoint>"
            + "<ExeHost><Program>Side</Program></ExeHost></EntryPoint></CodePackage>");
        package.Write("StorePkg/Side/Side", "#!/bin/sh\n");
        package.Write("StorePkg/notes.txt", "");
        Assert.Empty(package.Errors());
        var warnings = package.Warnings();
        Assert.DoesNotContain(warnings, w => w.Contains("SetupEntryPoint", StringComparison.Ordinal));
        Assert.Contains($"P/{S}(13): warning: The code package 'Side' runs beside 'Code', the first one, which must "
            + "register the service types.", warnings);
        Assert.Contains("P/StorePkg/notes.txt: warning: No manifest names it. Allowed here: ServiceManifest.xml, Code, "
            + "Side, Config, Data.", warnings);
    }

    [Fact]
    [Trait("DeploymentCase", "32")]
    public void A_wrong_name_of_a_program_is_found_also_where_its_files_are_not_there()
    {
        using var package = new SamplePackage();
        Directory.Delete(package.Path("StorePkg/Code"), recursive: true);
        Assert.Empty(package.Errors());
        package.Edit(S, "<Program>Store<", "<Program>/bin/Store<");
        Assert.Equal([$"P/{S}(9): 'Program' is '/bin/Store', an absolute path. Allowed: a path within the package."],
            package.Errors());
    }

    [Fact]
    public void A_package_may_leave_out_what_the_cluster_has_and_may_hold_archives_instead_of_folders()
    {
        using var package = new SamplePackage();
        Directory.Delete(package.Path("StorePkg/Data"), recursive: true);
        ZipFile.CreateFromDirectory(
            package.Path("StorePkg/Config"), package.Path("StorePkg/Config.zip"));
        Directory.Delete(package.Path("StorePkg/Config"), recursive: true);
        Assert.Empty(package.Errors());
        Assert.Contains($"P/{S}(15): warning: The package has neither a folder 'Data' nor 'Data.zip': only a "
            + "cluster that "
            + "has version '1.0.0' of it already accepts the package.", package.Warnings());

        package.Edit(M, "<Parameter Name=\"Rate\"", "<Parameter Name=\"Rat\"");
        var errors = package.Errors();
        Assert.Equal(2, errors.Length);
        Assert.StartsWith($"P/{M}(13): Attribute 'Name' of 'Parameter' is 'Rat'.", errors[0]);
        Assert.StartsWith("P/StorePkg/Config.zip/Settings.xml(3): The parameter 'Rate' has", errors[1]);
    }

    [Fact]
    public void Our_own_package_has_nothing_that_Service_Fabric_refuses()
    {
        var folder = Path.Combine(Checkout.Root, "ApplicationPackage");
        Assert.DoesNotContain(PackageCheck.Run(folder, "P"), f => !f.IsWarning);
    }
}
