using System;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Architecture.Tests.Azure;

/// <summary>The templates of deploy/azure are what Azure accepts, and agree with the package and its profile.</summary>
public sealed partial class AzureTemplateTests
{
    private const string ClusterType = "Microsoft.ServiceFabric/managedClusters";
    private const string NodesType = ClusterType + "/nodeTypes";

    private static readonly JsonSerializerOptions AsItIs = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private static readonly XNamespace Fabric = "http://schemas.microsoft.com/2011/01/fabric";

    [Theory]
    [InlineData("managed-cluster")]
    [InlineData("application")]
    [Trait("DeploymentCase", "59")]
    public void A_template_and_its_parameters_are_what_Azure_accepts(string name) =>
        Assert.Empty(ArmTemplate.Read(name).Problems());

    [Theory]
    [InlineData("\"isPrimary\": true", "\"isPrimry\": true", "'isPrimary' is missing.", "there is no 'isPrimry'.")]
    [InlineData("\"isPrimary\": true", "\"isPrimary\": \"yes\"", "isPrimary is \"yes\". Allowed: true or false.")]
    [InlineData("\"startPort\": 20000", "\"startPort\": \"20000\"",
        "applicationPorts.startPort is \"20000\". Allowed: a")]
    [InlineData("{\"name\": \"Standard\"}", "{ \"name\": \"Silver\" }", "sku.name is \"Silver\". Allowed: Basic, St")]
    [InlineData("\"2024-04-01\"", "\"2024-13-01\"", "apiVersion is \"2024-13-01\". Allowed: 2024-04-01.")]
    [InlineData("\"probeProtocol\": \"tcp\"", "\"probeProtocol\": \"ftp\"",
        "variables.loadDriverRules[0].probeProtocol is \"ftp\". Allowed: tcp, http, https.")]
    [InlineData("\"priority\": 1000", "\"priority\": 10", "priority is 10. Allowed: a whole number from 1000 to 3000.")]
    [InlineData("\"clients\": [", "\"clients\": 1, \"tags\": [", "clients is 1. Allowed: a list.")]
    [InlineData("\"[parameters('nodeCount')]\"", "\"[parameters('vmSize')]\"",
        "The parameter 'nodeCount' is not used.", "vmInstanceCount: parameter 'vmSize' is a string. Allowed: int.")]
    [InlineData("\"[parameters('nodeCount')]\"", "\"[parameters('nodes')]\"", "The template has no parameter 'nodes'.")]
    [InlineData("variables('nodeTypeName')", "variables('nodeName')", "The template has no variable 'nodeName'.")]
    [InlineData("\"[string(parameters('loadDriverPort'))]\"", "\"[string(parameters('loadDriverPort')]\"",
        "is not closed.")]
    [InlineData("resourceId('Microsoft.ServiceFabric/managedClusters'", "resourceId('Microsoft.ServiceFabric/clusters'",
        "The template has no resource 'Microsoft.ServiceFabric/clusters'.")]
    [InlineData("managedClusters/nodeTypes\"", "managedClusters/nodes\"", "is no type of resource.")]
    [InlineData("\"defaultValue\": 128", "\"defaultValue\": \"128\"", "The default of 'dataDiskSizeGB' is no int.")]
    [InlineData("\"securestring\",", "\"securestring\", \"defaultValue\": \"x\",",
        "'adminPassword' is a secret and stands in a file.")]
    [InlineData("\"outputs\"", "\"output\"", "There is no section 'output'.")]
    [Trait("DeploymentCase", "59")]
    public void A_mistake_in_a_template_is_found(string text, string by, params string[] expected)
    {
        var right = ArmTemplate.Read("managed-cluster");

        var problems = new ArmTemplate(Edited(right.Template, text, by), right.Values).Problems();

        Assert.All(expected, e => Assert.Contains(problems, p => p.Contains(e, StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("\"nodeCount\"", "\"nodes\"", "The template has no parameter 'nodes'.")]
    [InlineData("\"value\":5", "\"value\":\"5\"", "The value of 'nodeCount' is no int.")]
    [InlineData("\"value\":5", "\"value\":3", "The value of 'nodeCount' is 3, whose size 3 is not within 5 to 100.")]
    [InlineData("-DIGITS-", "-", "The value of 'clientCertificateThumbprint' is")]
    [InlineData("\"clusterName\":{\"value\":\"REPLACE-CLUSTER-NAME\"},", "",
        "'clusterName' has neither a value nor a default.")]
    [InlineData("\"clusterName\":{", "\"adminPassword\":{\"value\":\"x\"},\"clusterName\":{",
        "'adminPassword' is a secret and stands in a file.")]
    [Trait("DeploymentCase", "59")]
    public void A_mistake_in_a_parameters_file_is_found(string text, string by, string expected)
    {
        var right = ArmTemplate.Read("managed-cluster");

        var problems = new ArmTemplate(right.Template, Edited(right.Values, text, by)).Problems();

        Assert.Contains(problems, p => p.Contains(expected, StringComparison.Ordinal));
    }

    [Fact]
    [Trait("DeploymentCase", "59")]
    public void A_cluster_opens_the_ports_that_the_package_and_its_profile_name()
    {
        var template = ArmTemplate.Read("managed-cluster");
        var manifest = BoundedXml.Load(In("ApplicationPackage", "LoadDriverPkg", "ServiceManifest.xml"));
        var endpoint = manifest.Descendants(Fabric + "Endpoint").Single();
        var rule = template.Template["variables"]!["loadDriverRules"]![0]!;
        var client = (int)template.Value("clientConnectionPort")!;

        var profile = (string?)CloudConnection().Attribute("ConnectionEndpoint");
        Assert.EndsWith($":{client}", profile, StringComparison.Ordinal);
        Assert.Equal((int?)endpoint.Attribute("Port") ?? 0, (int)template.Value("loadDriverPort")!);
        Assert.Equal((string?)endpoint.Attribute("Protocol"), (string?)rule["protocol"]);
        Assert.Equal((string?)rule["frontendPort"], (string?)rule["backendPort"]);
    }

    [Fact]
    [Trait("DeploymentCase", "59")]
    public void Ports_of_the_cluster_do_not_collide()
    {
        var template = ArmTemplate.Read("managed-cluster");
        var nodes = template.Resource(NodesType)["properties"]!;
        int[] named = [(int)template.Value("clientConnectionPort")!, (int)template.Value("httpGatewayConnectionPort")!];
        var (applications, ephemeral) = (Range("applicationPorts"), Range("ephemeralPorts"));

        Assert.Distinct(named);
        Assert.All(named, port => Assert.True(port < applications.Start));
        Assert.True(applications.Start < applications.End && applications.End < ephemeral.Start);
        Assert.True(ephemeral.Start < ephemeral.End && ephemeral.End <= ushort.MaxValue);

        (int Start, int End) Range(string name) =>
            ((int)nodes[name]!["startPort"]!, (int)nodes[name]!["endPort"]!);
    }

    [Fact]
    [Trait("DeploymentCase", "59")]
    public void The_application_is_that_of_the_package_with_the_parameters_of_the_cloud()
    {
        var template = ArmTemplate.Read("application");
        var manifest = BoundedXml.Load(In("ApplicationPackage", "ApplicationManifest.xml")).Root!;
        var cloud = BoundedXml.Load(In("ApplicationParameters", "Cloud.xml")).Root!;

        Same("ApplicationTypeName", manifest, "applicationTypeName");
        Same("ApplicationTypeVersion", manifest, "applicationTypeVersion");
        Assert.Equal((string?)cloud.Attribute("Name"), "fabric:/" + (string?)template.Value("applicationName"));
        Assert.Equal(
            cloud.Descendants(Fabric + "Parameter")
                .Select(p => $"{p.Attribute("Name")?.Value}={p.Attribute("Value")?.Value}"),
            template.Value("applicationParameters")!.AsObject().Select(p => $"{p.Key}={p.Value}"));

        void Same(string attribute, XElement element, string parameter) =>
            Assert.Equal((string?)element.Attribute(attribute), (string?)template.Value(parameter));
    }

    [Fact]
    [Trait("DeploymentCase", "59")]
    public void No_file_for_Azure_holds_a_secret()
    {
        var files = Directory.GetFiles(In("deploy", "azure")).Append(In("PublishProfiles", "Cloud.xml")).ToArray();

        Assert.All(files, file => Assert.DoesNotMatch(Secret(), File.ReadAllText(file)));
        Assert.Matches(Secret(), "\"value\": \"0123456789abcdef0123456789abcdef01234567\"");
        Assert.Matches(Secret(), "https://example.org/x.sfpkg?sv=1&sig=abc");
    }

    private static JsonObject Edited(JsonObject file, string text, string by)
    {
        // The file is written anew without blanks.
        var from = text.Replace("\": ", "\":", StringComparison.Ordinal);
        var written = file.ToJsonString(AsItIs);
        Assert.Contains(from, written, StringComparison.Ordinal);
        return JsonNode.Parse(written.Replace(from, by, StringComparison.Ordinal))!.AsObject();
    }

    // The profile shows the form for a cluster on Azure in a comment: with it, no run would use the local cluster.
    private static XElement CloudConnection()
    {
        var comment = BoundedXml.Load(In("PublishProfiles", "Cloud.xml")).Nodes().OfType<XComment>().Single().Value;
        return BoundedXml.Parse(Encoding.UTF8.GetBytes(Connection().Match(comment).Value)).Root!;
    }

    private static string In(params string[] path) => Path.Combine([Repository.Root, .. path]);

    [GeneratedRegex("<ClusterConnectionParameters[^>]*/>")]
    private static partial Regex Connection();

    [GeneratedRegex(@"\b[0-9A-Fa-f]{40}\b|\bsig=|AccountKey=|BEGIN [A-Z ]*PRIVATE KEY|""adminPassword"":\s*""[^\[]")]
    private static partial Regex Secret();
}
