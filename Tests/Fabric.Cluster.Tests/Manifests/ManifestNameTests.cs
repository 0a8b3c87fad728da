using System.Collections.Generic;
using SfPerf.Fabric.Manifests;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

public sealed class ManifestNameTests
{
    private const string Application = "ApplicationPackage/ApplicationManifest.xml";
    private const string Service = "ApplicationPackage/StatefulStorePkg/ServiceManifest.xml";

    public static TheoryData<string, string, string> Places()
    {
        var places = new TheoryData<string, string, string>();
        string[] names =
        [
            "../../x", "a/b", "a\\b", "..", "C:x", " x", "x ", "x.", "NUL", "nul.txt", "Compose_x", "a\tb", "a*b",
            new string('x', 257),
        ];
        foreach (var name in names)
        {
            places.Add(Application, "ApplicationTypeName=\"SfPerfApplicationType\"", $"ApplicationTypeName=\"{name}\"");
            places.Add(Service, "Name=\"StatefulStorePkg\"", $"Name=\"{name}\"");
        }
        places.Add(Application, "ApplicationTypeVersion=\"1.0.0\"", "ApplicationTypeVersion=\"../1\"");
        places.Add(Application, "ServiceManifestName=\"StatefulStorePkg\"", "ServiceManifestName=\"../x\"");
        places.Add(Application, "<Service Name=\"StatefulStore\"", "<Service Name=\"../StatefulStore\"");
        places.Add(Application, "<Parameter Name=\"LoadDriver_InstanceCount\"", "<Parameter Name=\"../x\"");
        places.Add(Service, "<CodePackage Name=\"Code\"", "<CodePackage Name=\"../../Code\"");
        places.Add(Service, "<ConfigPackage Name=\"Config\"", "<ConfigPackage Name=\"../../StatefulStorePkg/Config\"");
        places.Add(Service, "<Endpoint Name=\"ReplicatorEndpoint\"", "<Endpoint Name=\"a/b\"");
        return places;
    }

    [Theory]
    [MemberData(nameof(Places))]
    public void A_name_that_leads_out_of_its_folder_is_refused_where_it_stands(string file, string text, string by)
    {
        using var package = new PackageCopy();
        package.Edit(file, text, by.Replace("\t", "&#9;", System.StringComparison.Ordinal));
        var error = package.Error();
        Assert.StartsWith($"{file}(", error);
        Assert.EndsWith($" Allowed: {ManifestName.Allowed}.", error);
    }

    [Theory]
    [InlineData("fabric:/SfPerf", true)]
    [InlineData("fabric:/Orders/Europe", true)]
    [InlineData("SfPerf", false)]
    [InlineData("fabric:/", false)]
    [InlineData("fabric:/a/../b", false)]
    [InlineData("fabric:/a//b", false)]
    [InlineData("fabric:/a b", false)]
    [InlineData("fabric:/a#b", false)]
    [InlineData("fabric:/a%2fb", false)]
    public void An_application_name_is_a_fabric_uri_of_valid_names(string name, bool valid)
    {
        Assert.Equal(valid, ManifestName.IsApplication(name));
        using var package = new PackageCopy();
        ApplicationDefinition Read() => ApplicationReader.Read(
            package.Package, null, name, new Dictionary<string, string>());
        if (valid)
            Assert.Equal(name, Read().Name);
        else
            Assert.Throws<ManifestException>(Read);
    }
}
