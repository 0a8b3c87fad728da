using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Every answer has the names and types that Service Fabric's clients read, and what every recorded answer
/// of its clusters has.</summary>
[Collection(nameof(RestCollection))]
public sealed class RestContractTests(RestCluster rest)
{
    private const string Type = "/ApplicationTypes/EchoApplicationType/$/";

    // What every recorded answer has, and ours has not.
    private static readonly string[] Exempt =
    [
        "ClusterUpgradeProgressObject.UpgradeDescription", // the recorded clusters were upgraded, this one never is
        "StatefulServiceReplicaInfo.PreviousReplicaRole", // known to the recorded replicas during a reconfiguration
        "DeployedCodePackageInfo.CodePackageUsageStatistics", // what a process uses is not measured by the cluster
    ];

    // The recorded answers are of version 3.0.
    private const string EpochOfOldVersions = "StatefulServicePartitionInfo.CurrentConfigurationEpoch";

    [Theory]
    [InlineData("8.2", "ClusterVersion", EpochOfOldVersions)]
    [InlineData("6.4", "ClusterVersion", EpochOfOldVersions)]
    [InlineData("6.3", "", "")]
    [Trait("DeploymentCase", "8")]
    [Trait("DeploymentCase", "10")]
    public async Task Every_answer_has_the_names_and_types_of_the_table(string version, string only, string absent)
    {
        var table = ContractTable.Read([.. Exempt, absent]);
        List<string> differences = [];
        var reported = await rest.PostAsync("/Applications/SfPerf/$/ReportHealth?api-version=6.0",
            """{"SourceId":"contract","Property":"p","HealthState":"Ok"}""");
        Assert.Equal(200, reported.Status);
        foreach (var (path, shape) in await AnswersAsync())
        {
            if (shape == "ClusterVersion" && only != shape)
                continue;
            var answer = await rest.GetAsync($"{path}{(path.Contains('?') ? '&' : '?')}api-version={version}");
            if (answer.Status != 200)
                differences.Add($"{path} is {answer.Status} {answer.Message}");
            else
                differences.AddRange(table.Differences(shape, answer.Body, shape));
        }
        Assert.True(differences.Count == 0,
            string.Join(Environment.NewLine, differences.Distinct().Order(StringComparer.Ordinal)));
        Assert.True(table.Compared > 500, $"{table.Compared} values");
    }

    [Fact]
    public void The_table_tells_each_kind_of_difference()
    {
        var table = ContractTable.Parse(
        [
            "# a comment", "Thing by Kind Big=BigThing", "  Kind:s", "BigThing",
            "  !Kind:s !Size:s Weights:[i] At:t Takes:d|i Parts:[Part]", "  !Gone:b !Late:s", "Part", "  Id:s",
        ], "BigThing.Late");
        string[] Of(string json) => [.. table.Differences("It", JsonNode.Parse(json), "Thing")];
        Assert.Equal([], Of("""
            {"Kind":"Big","Size":"1","Weights":[1],"At":"2026-01-02T03:04:05.678Z","Takes":"PT1S","Parts":[{"Id":"a"}],
             "Gone":true}
            """));
        Assert.Equal(["It.Kind is 'Small', none of Thing"], Of("""{"Kind":"Small"}"""));
        Assert.Equal(
            [
                "It.Size is 1, not of type s", "It.Weights[] is \"a\", not of type i",
                "It.At is \"noon\", not of type t", "It.Takes is \"1 s\", not of type d",
                "It.Parts is Object, not a list", "It.More is unknown in BigThing",
                "It.Gone is missing in BigThing",
            ],
            Of("""{"Kind":"Big","Size":1,"Weights":["a"],"At":"noon","Takes":"1 s","Parts":{},"More":1}"""));
    }

    private async Task<List<(string Path, string Shape)>> AnswersAsync()
    {
        List<(string, string)> answers =
        [
            ("/$/GetAadMetadata", "AadMetadataObject"), ("/$/GetClusterHealth", "ClusterHealth"),
            ("/$/GetClusterHealthChunk", "ClusterHealthChunk"), ("/$/GetClusterManifest", "ClusterManifest"),
            ("/$/GetClusterVersion", "ClusterVersion"), ("/$/GetLoadInformation", "ClusterLoadInfo"),
            ("/$/GetProvisionedCodeVersions", "[FabricCodeVersionInfo]"),
            ("/$/GetUpgradeProgress", "ClusterUpgradeProgressObject"),
            ("/Nodes", "PagedNodeInfoList"), ("/Nodes/_Node_1", "NodeInfo"),
            ("/Nodes/_Node_1/$/GetHealth", "NodeHealth"),
            ("/Nodes/_Node_1/$/GetLoadInformation", "NodeLoadInfo"),
            ("/Nodes/_Node_0/$/GetApplications", "PagedDeployedApplicationInfoList"),
            ("/Nodes/_Node_0/$/GetApplications/SfPerf", "DeployedApplicationInfo"),
            ("/ApplicationTypes", "PagedApplicationTypeInfoList"),
            (Type + "GetApplicationManifest?ApplicationTypeVersion=1.0.0", "ApplicationTypeManifest"),
            (Type + "GetServiceManifest?ApplicationTypeVersion=1.0.0&ServiceManifestName=EchoPkg",
                "ServiceTypeManifest"),
            (Type + "GetServiceTypes?ApplicationTypeVersion=1.0.0", "[ServiceTypeInfo]"),
            (Type + "GetServiceTypes/EchoStatefulType?ApplicationTypeVersion=1.0.0", "ServiceTypeInfo"),
            ("/Applications", "PagedApplicationInfoList"), ("/Applications/SfPerf", "ApplicationInfo"),
            ("/Applications/SfPerf/$/GetHealth", "ApplicationHealth"),
            ("/Applications/System/$/GetHealth", "ApplicationHealth"),
            ("/Applications/SfPerf/$/GetUpgradeProgress", "ApplicationUpgradeProgressInfo"),
            ("/Applications/SfPerf/$/GetServices", "PagedServiceInfoList"), ("/ImageStore", "ImageStoreContent"),
        ];
        foreach (var (service, key) in new[] { ("Store", "2&PartitionKeyValue=0"), ("Echo", "1") })
        {
            var name = $"/Services/SfPerf~{service}";
            answers.AddRange(
            [
                (name, "ServiceInfo"), (name + "/$/GetDescription", "ServiceDescription"),
                (name + "/$/GetApplicationName", "ApplicationNameInfo"), (name + "/$/GetHealth", "ServiceHealth"),
                (name + "/$/GetPartitions", "PagedServicePartitionInfoList"),
                (name + $"/$/ResolvePartition?PartitionKeyType={key}", "ResolvedServicePartition"),
            ]);
            var partitions = await rest.GetAsync(name + "/$/GetPartitions?api-version=6.4");
            var id = "/Partitions/" + (string)partitions.Body!["Items"]![0]!["PartitionInformation"]!["Id"]!;
            var replicas = (await rest.GetAsync(id + "/$/GetReplicas?api-version=6.4")).Body!["Items"]!;
            var replica = $"{id}/$/GetReplicas/{replicas[0]!["ReplicaId"] ?? replicas[0]!["InstanceId"]}";
            answers.AddRange(
            [
                (id, "ServicePartitionInfo"), (id + "/$/GetServiceName", "ServiceNameInfo"),
                (id + "/$/GetHealth", "PartitionHealth"), (id + "/$/GetLoadInformation", "PartitionLoadInformation"),
                (id + "/$/GetReplicas", "PagedReplicaInfoList"), (replica, "ReplicaInfo"),
                (replica + "/$/GetHealth", "ReplicaHealth"),
            ]);
            var node = $"/Nodes/{replicas[0]!["NodeName"]}/$/";
            answers.AddRange(
            [
                (node + "GetApplications/SfPerf/$/GetServicePackages", "[DeployedServicePackageInfo]"),
                (node + "GetApplications/SfPerf/$/GetServicePackages/EchoPkg", "[DeployedServicePackageInfo]"),
                (node + "GetApplications/SfPerf/$/GetCodePackages", "[DeployedCodePackageInfo]"),
                (node + "GetApplications/SfPerf/$/GetReplicas", "[DeployedServiceReplicaInfo]"),
            ]);
            answers.AddRange(replicas.AsArray().Select(r => ($"/Nodes/{r!["NodeName"]}/$/Get{id[1..]}/$/GetReplicas/"
                + $"{r["ReplicaId"] ?? r["InstanceId"]}/$/GetDetail", "DeployedServiceReplicaDetailInfo")));
        }
        return answers;
    }
}
