using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Gateway;
using SfPerf.Fabric.Manifests;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

public sealed class ClusterHealthTests
{
    private const string Application = "fabric:/A";
    private static readonly Guid Partition = new("00000000-0000-0000-0000-000000000001");
    private static readonly string PartitionName = $"{Application}/S/{Partition}";

    [Theory]
    [Trait("DeploymentCase", "18")]
    [InlineData(3, 1, 0, "Error")]
    [InlineData(3, 1, 1, "Warning")]      // rounded up: one of three
    [InlineData(3, 1, 50, "Warning")]
    [InlineData(3, 2, 33, "Error")]
    [InlineData(3, 2, 34, "Warning")]     // 1.02, rounded up: two of three
    [InlineData(5, 2, 40, "Warning")]
    [InlineData(5, 3, 40, "Error")]
    [InlineData(5, 5, 100, "Warning")]
    public void As_many_replicas_may_be_in_error_as_the_percentage_rounded_up(
        int replicas, int errors, int percent, string expected)
    {
        var policy = new ApplicationHealthPolicy { DefaultServiceType = new(0, 0, percent) };
        var health = Of(policy, replicas, Enumerable.Range(0, errors).Select(i => Event($"{PartitionName}/{i}")));
        Assert.Equal(expected, health[PartitionName].State.ToString());
        Assert.Equal(expected, health.Status.Applications[0].Services![0].Partitions![0].Health);
        Assert.Equal("Error", health.Status.Applications[0].Services![0].Partitions![0].Replicas![0].Health);
    }

    [Fact]
    [Trait("DeploymentCase", "18")]
    public void An_evaluation_leads_down_to_the_event_and_names_limits_on_the_way()
    {
        var policy = new ApplicationHealthPolicy { DefaultServiceType = new(0, 0, 50) };
        var health = Of(policy, 3, [Event($"{PartitionName}/1")]);
        var story = new List<string>();
        var next = health["cluster"].Evaluations;
        while (next.Count > 0)
        {
            var one = Assert.Single(next);
            story.Add($"{one.Kind} {one.State} {one.Limit?.Percent}/{one.Limit?.Total} "
                + string.Join(' ', one.Names.Select(n => n.Value)));
            next = one.Inner;
        }
        Assert.Equal(
        [
            "Applications Warning 0/1 ", "Application Warning / fabric:/A", "Services Warning 0/1 T",
            "Service Warning / fabric:/A/S", "Partitions Warning 0/1 ", $"Partition Warning / {Partition}",
            "Replicas Warning 50/3 ", $"Replica Error / {Partition} 1", "Event Error / ",
        ], story);
    }

    [Fact]
    [Trait("DeploymentCase", "18")]
    public void A_warning_is_an_error_where_the_policy_says_so()
    {
        var strict = new ApplicationHealthPolicy { ConsiderWarningAsError = true };
        var events = new[] { Event($"{PartitionName}/1", "Warning") };
        Assert.Equal(Health.Error, Of(strict, 3, events)[Application].State);
        Assert.Equal(Health.Warning, Of(new(), 3, events)[Application].State);
        // The applications' policies say nothing of nodes.
        Assert.Equal(Health.Warning, Of(strict, 3, [Event("N0", "Warning")])["N0"].State);
    }

    [Fact]
    [Trait("DeploymentCase", "18")]
    public void A_service_type_has_its_own_limits_before_the_default_ones()
    {
        var policy = new ApplicationHealthPolicy
        {
            DefaultServiceType = new(0, 0, 100),
            ServiceTypes = new() { ["T"] = new(100, 0, 0) },
        };
        var health = Of(policy, 3, [Event($"{PartitionName}/1")]);
        Assert.Equal((Health.Error, Health.Error, Health.Warning),
            (health[PartitionName].State, health[$"{Application}/S"].State, health[Application].State));
    }

    [Theory]
    [Trait("DeploymentCase", "18")]
    [InlineData(0, "Error")]
    [InlineData(50, "Warning")]
    public void Nodes_of_an_application_count_by_the_service_packages_on_them(int percent, string expected)
    {
        var policy = new ApplicationHealthPolicy { MaxPercentUnhealthyDeployedApplications = percent };
        var health = Of(policy, 3,
            [Event("whatever the host is called") with { Deployed = new("N1", Application, "P") }]);
        Assert.Equal((Health.Error, Health.Error, Health.Ok),
            (health[$"N1/{Application}/P"].State, health[$"N1/{Application}"].State,
                health[$"N0/{Application}"].State));
        Assert.Equal(expected, health[Application].State.ToString());
        // It is the application's, not once more the cluster's own.
        Assert.Equal(["Applications"], health["cluster"].Evaluations.Select(e => e.Kind));
    }

    [Theory]
    [Trait("DeploymentCase", "18")]
    [InlineData(20, "", 0, "Warning")]
    [InlineData(19, "", 0, "Warning")]    // rounded up: one of five
    [InlineData(0, "", 0, "Error")]
    [InlineData(100, "Big", 0, "Error")]  // all nodes are of this type
    [InlineData(100, "Big", 20, "Warning")]
    public void The_cluster_tolerates_nodes_in_error_by_all_and_by_type(
        int percent, string type, int ofType, string expected)
    {
        var policies = new HealthPolicies
        {
            Cluster = new()
            {
                MaxPercentUnhealthyNodes = percent,
                NodeTypes = type.Length == 0 ? new Dictionary<string, int>()
                    : new Dictionary<string, int> { [type] = ofType },
            },
        };
        Assert.Equal(
            expected, ClusterHealth.Of(Status(3, [Event("N4")]), policies)["cluster"].State.ToString());
    }

    [Fact]
    [Trait("DeploymentCase", "18")]
    public void Applications_of_a_type_with_a_limit_count_apart()
    {
        var status = Status(3, [Event(Application)]);
        Assert.Equal(Health.Warning, ClusterHealth.Of(status, Policies("AType", 100))["cluster"].State);
        Assert.Equal(Health.Error, ClusterHealth.Of(status, Policies("Other", 100))["cluster"].State);

        static HealthPolicies Policies(string type, int percent) =>
            new() { Cluster = new() { ApplicationTypes = new Dictionary<string, int> { [type] = percent } } };
    }

    [Fact]
    public void What_is_said_of_something_that_is_gone_counts_for_the_cluster()
    {
        var health = Of(new(), 3, [Event($"{PartitionName}/77", "Warning")]);
        Assert.Equal((Health.Warning, Health.Ok), (health["cluster"].State, health[PartitionName].State));
    }

    private static ClusterHealth Of(
        ApplicationHealthPolicy policy, int replicas, IEnumerable<HealthEventView> events) =>
        ClusterHealth.Of(Status(replicas, events),
            new() { Manifests = new Dictionary<string, ApplicationHealthPolicy> { [Application] = policy } });

    private static HealthEventView Event(string entity, string state = "Error") =>
        new(entity, "Source", "Property", state, "Something.");

    private static ClusterView Status(int replicas, IEnumerable<HealthEventView> events) => new()
    {
        Pid = 1,
        Data = "",
        Durability = "",
        Health = "",
        UpSeconds = 1,
        Nodes = [.. Enumerable.Range(0, 5).Select(Node)],
        Applications =
        [
            new()
            {
                Name = Application, TypeName = "AType", TypeVersion = "1", Status = "Ready", Health = "",
                Parameters = new Dictionary<string, string>(),
                Services =
                [
                    new()
                    {
                        Name = $"{Application}/S", TypeName = "T", Kind = "Stateful", Application = Application,
                        ManifestVersion = "1", Health = "",
                        Partitions =
                        [
                            new()
                            {
                                Id = Partition, Kind = "Singleton", Status = "Ready", Health = "", Stateful = true,
                                Replicas = [.. Enumerable.Range(0, replicas).Select(i => new ReplicaStatusView(
                                    $"{i}", $"N{i}", "Primary", "Ready", 0, "", "") { Health = "" })],
                            },
                        ],
                    },
                ],
            },
        ],
        HealthEvents = [.. events],
    };

    private static NodeView Node(int i) => new()
    {
        Name = $"N{i}", Id = $"{i}", Type = "Big", Status = "Up", Health = "", Address = "", FaultDomain = "",
        UpgradeDomain = "", Pid = 1, Instance = "1",
        Hosts =
        [
            new()
            {
                Application = Application, ServicePackage = "P", CodePackage = "C", Program = "p", Status = "Ready",
                Pid = 1, Starts = 1, Types = [], LastWords = "", Endpoints = [],
            },
        ],
    };
}
