using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Client.Tests.Measuring;

/// <summary>The peers as targets of <c>sfperf run</c>.</summary>
public sealed class PeerRunTests(RunningRedis redis) : IClassFixture<RunningRedis>
{
    private static readonly string[] Quick =
    [
        "run", Product.File("Parameters/local1.json"), "--set", "NumWriteOperationsTotal=1000",
        "--set", "NumReadOperationsTotal=1000", "--set", "NumItems=64", "--set", "NumClients=2",
    ];

    [Fact]
    public async Task A_run_on_redis_names_its_durability_in_table_and_file()
    {
        var endpoints = Endpoints();
        using var home = new TemporaryFolder();
        var run = await Invocation.RunAsync(
            [.. Quick, "--target", "redis", "--peer-endpoint", endpoints, "--out", home.Path]);
        Assert.Equal(0, run.Code);
        var saved = JsonElement.Parse(File.ReadAllText(
            Path.Combine(Assert.Single(Directory.GetDirectories(home.Path)), "run.json")));
        var cluster = saved.GetProperty("cluster");
        var store = cluster.GetProperty("settings").GetProperty("store").GetString();
        var durability = $"fsync on 2 of 3: {store}, appendfsync always + WAIT 1";
        Assert.Equal(durability, cluster.GetProperty("durability").GetString());
        Assert.Contains(durability, run.Out, StringComparison.Ordinal);
        Assert.Equal(("Redis", endpoints), (saved.GetProperty("parameters").GetProperty("TargetServiceType")
            .GetString(), saved.GetProperty("parameters").GetProperty("PeerEndpoint").GetString()));
        Assert.Equal([0, 0, 0], saved.GetProperty("phases").EnumerateArray()
            .Select(p => p.GetProperty("failed").GetInt32()));
    }

    [Theory]
    [InlineData("YcsbA", "read,write")]
    [InlineData("YcsbB", "read,write")]
    [InlineData("YcsbD", "read,insert")]
    [InlineData("YcsbF", "read,readmodifywrite")]
    public async Task A_workload_of_YCSB_runs_on_a_peer(string workload, string kinds)
    {
        var endpoints = Endpoints();
        using var home = new TemporaryFolder();
        var run = await Invocation.RunAsync([.. Quick, "--target", "redis", "--peer-endpoint", endpoints,
            "--set", $"Workload={workload}", "--out", home.Path]);
        Assert.Equal(0, run.Code);
        var phases = JsonElement.Parse(File.ReadAllText(
            Path.Combine(Assert.Single(Directory.GetDirectories(home.Path)), "run.json")))
            .GetProperty("phases").EnumerateArray().ToList();
        Assert.Equal(["prepare", "load", .. kinds.Split(',').Select(k => $"mixed-{k}").Order()],
            phases.Take(2).Concat(phases.Skip(2).OrderBy(Name)).Select(Name));
        Assert.Equal(2000, phases.Skip(2).Sum(p => p.GetProperty("operations").GetInt64()));

        static string? Name(JsonElement phase) => phase.GetProperty("name").GetString();
    }

    [Theory]
    [InlineData("redis", "Redis")]
    [InlineData("postgresql", "PostgreSQL")]
    [InlineData("etcd", "etcd")]
    public async Task A_peer_that_is_not_there_gives_code_4(string target, string name)
    {
        using var home = new TemporaryFolder();
        var run = await Invocation.RunAsync(
            [.. Quick, "--target", target, "--peer-endpoint", "127.0.0.1:1", "--out", home.Path]);
        Assert.Equal(4, run.Code);
        Assert.Contains($"{name} at 127.0.0.1:1 cannot be reached", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("redis", "a:b", "'a:b' is no HOST:PORT.")]
    [InlineData("postgresql", "me:secret@db", "An endpoint holds no name or password")]
    [InlineData("reddis", "a:1", "Did you mean Redis?")]
    [InlineData("redis --set Workload=YcsbE", "a:1", "Redis keeps its keys in no order, so it cannot scan")]
    public async Task What_names_no_peer_gives_code_2(string target, string endpoint, string message)
    {
        var run = await Invocation.RunAsync([.. Quick, "--peer-endpoint", endpoint, "--target", .. target.Split(' ')]);
        Assert.Equal(2, run.Code);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
    }

    private string Endpoints()
    {
        try
        {
            return string.Join(',', redis.Endpoints);
        }
        catch (NotSupportedException e)
        {
            Assert.Skip(e.Message);
            throw;
        }
    }
}
