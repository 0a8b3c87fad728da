using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using SfPerf.Fabric.Manifests;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

/// <summary>PublishProfiles/Cloud.xml: its parameters on the local cluster, its form for a cluster on Azure.</summary>
public sealed partial class CloudProfileTests
{
    private const string Profile = "PublishProfiles/Cloud.xml";
    private const string Empty = "<ClusterConnectionParameters ConnectionEndpoint=\"\" />";

    [Fact]
    [Trait("DeploymentCase", "59")]
    public void The_profile_of_the_cloud_is_read_with_its_parameters()
    {
        using var package = new PackageCopy();

        var services = package.Read("Cloud").Services.ToDictionary(s => s.Name[(s.Name.LastIndexOf('/') + 1)..]);

        Assert.Equal(["ActorStore", "LoadDriver", "StatefulStore"], services.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(3, services["LoadDriver"].Scheme.Count);
        Assert.All([services["StatefulStore"], services["ActorStore"]], store =>
            Assert.Equal((3, 2, 6), (store.TargetReplicaSetSize, store.MinReplicaSetSize, store.Scheme.Count)));
    }

    [Fact]
    [Trait("DeploymentCase", "59")]
    public void The_form_for_Azure_names_the_gateway_and_the_certificate_of_the_cluster()
    {
        using var package = new PackageCopy();
        package.Edit(Profile, Empty, Form(package));

        var profile = PublishProfile.Read(package.Profile("Cloud"), elsewhere: true);

        Assert.Equal(new("https://REPLACE-CLUSTER-NAME.REPLACE-REGION.cloudapp.azure.com:19080",
            "REPLACE-WITH-40-HEX-DIGITS-OF-THUMBPRINT", new("FindByThumbprint",
                "REPLACE-WITH-40-HEX-DIGITS-OF-THUMBPRINT", "CurrentUser", "My")), profile.Cluster);
        Assert.Equal("Cloud.xml", Path.GetFileName(profile.ParameterFile));
    }

    [Fact]
    [Trait("DeploymentCase", "59")]
    public void The_local_cluster_refuses_the_form_for_Azure_and_names_what_reaches_it()
    {
        using var package = new PackageCopy();
        package.Edit(Profile, Empty, Form(package));

        var error = package.Error("Cloud");

        Assert.Contains("'REPLACE-CLUSTER-NAME.REPLACE-REGION.cloudapp.azure.com:19000', with certificates.", error,
            StringComparison.Ordinal);
        Assert.Contains("sfperf run and sfperf deploy reach the cluster that a profile names", error,
            StringComparison.Ordinal);
        Assert.DoesNotContain("THUMBPRINT", error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("DeploymentCase", "59")]
    public void A_profile_that_asks_for_a_sign_in_is_refused()
    {
        using var package = new PackageCopy();
        package.Edit(Profile, Empty, "<ClusterConnectionParameters ConnectionEndpoint=\"c.example.org:19000\" "
            + "AzureActiveDirectory=\"true\" ServerCertThumbprint=\"aa\" />");

        var error = Assert.Throws<ManifestException>(
            () => PublishProfile.Read(package.Profile("Cloud"), elsewhere: true));

        Assert.Contains("The profile asks for a login by Azure Active Directory, which is not built.", error.Message,
            StringComparison.Ordinal);
    }

    // The comment of the profile shows it.
    private static string Form(PackageCopy package) =>
        Commented().Match(File.ReadAllText(package.Profile("Cloud"))).Value;

    [GeneratedRegex("<ClusterConnectionParameters[^>]*X509Credential[^>]*/>")]
    private static partial Regex Commented();
}
