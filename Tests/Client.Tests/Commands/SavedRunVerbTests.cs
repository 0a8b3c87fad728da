using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

/// <summary>Runs that are repeated, listed, shown, made again, kept as a baseline and read by programs.</summary>
public sealed class SavedRunVerbTests
{
    [Fact]
    public async Task A_run_is_repeated_listed_shown_made_again_and_kept_as_a_baseline()
    {
        using var folder = new TemporaryFolder();
        var runs = Path.Combine(folder.Path, "runs");
        var repeated = await Invocation.RunAsync(["run", .. SmallRuns.Arguments, "--repeat", "3", "--out", runs,
            "--label", "build=7", "--quiet", "--format", "json"]);
        Assert.Equal((0, ""), (repeated.Code, repeated.Error));
        var group = JsonElement.Parse(repeated.Out).GetProperty("folder").GetString()!;
        Assert.Equal(3, Directory.GetDirectories(group).Length);
        Assert.Equal(3, JsonElement.Parse(repeated.Out).GetProperty("points")[0].GetProperty("runs").GetInt32());

        var listed = await Invocation.RunAsync("list", runs);
        Assert.Equal(0, listed.Code);
        Assert.Equal(4, listed.Out.Split('\n', System.StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.Contains(" SimulatedService ", listed.Out);
        var one = Directory.GetDirectories(group)[0];
        Assert.Contains(" write ", (await Invocation.RunAsync("show", one)).Out);
        Assert.Contains("\"build\": \"7\"", (await Invocation.RunAsync("show", one, "--format", "json")).Out);

        // Of several runs each one is named.
        var shown = await Invocation.RunAsync("show", group);
        Assert.Equal(Directory.GetDirectories(group).Select(f => Path.GetFileName(f)).Order(),
            shown.Out.Split('\n').Where(l => l.EndsWith(':')).Select(l => Path.GetFileName(l[..^1])).Order());
        Assert.StartsWith($"{group}: this is a folder of runs; give one of them, such as {group}",
            (await Invocation.RunAsync("run", group)).Error);

        foreach (var saved in new[] { one, Path.Combine(one, "run.json") })
        {
            var plan = await Invocation.RunAsync("run", saved, "--dry-run", "--format", "json");
            Assert.True(plan.Code == 0, plan.Error);
            var parameters = JsonElement.Parse(plan.Out).GetProperty("parameters");
            Assert.Equal("256", parameters.GetProperty("NumWriteOperationsTotal").GetProperty("value").GetString());
            Assert.Equal("simulated", parameters.GetProperty("Name").GetProperty("value").GetString());
            Assert.Equal(saved, parameters.GetProperty("NumItems").GetProperty("origin").GetString());
        }
        Assert.Equal(0, (await Invocation.RunAsync("run", one, "--quiet", "--out", folder.Path)).Code);

        var baselines = Path.Combine(folder.Path, "kept");
        for (var i = 0; i < 2; i++)
            Assert.Equal(0, (await Invocation.RunAsync("baseline", "main", group, "--baselines", baselines)).Code);
        Assert.Equal(["main"], Directory.GetDirectories(baselines).Select(f => Path.GetFileName(f)));
        Assert.Equal(3, Directory.GetDirectories(Path.Combine(baselines, "main")).Length);
        var unknown = await Invocation.RunAsync("compare", "--baseline", "mian", "--baselines", baselines, group);
        Assert.Equal((2, $"sfperf: There is no baseline mian in {baselines}. Allowed: main.\n"),
            (unknown.Code, unknown.Error));
        var junit = Path.Combine(folder.Path, "junit.xml");
        var compared = await Invocation.RunAsync("compare", "--baseline", "main", "--baselines", baselines, group,
            "--format", "json", "--fail-on", "inconclusive", "--junit", junit);
        Assert.Equal(96, compared.Code);
        Assert.Equal("undecided", JsonElement.Parse(compared.Out).GetProperty("outcome").GetString());
        var suite = BoundedXml.Load(junit).Root!.Element("testsuite")!;
        Assert.Equal(suite.Attribute("tests")!.Value, suite.Attribute("failures")!.Value);
        Assert.Equal("write ops/s", suite.Elements("testcase").First().Attribute("name")!.Value);
    }

    [Theory]
    [InlineData("../x")]
    [InlineData(".x")]
    [InlineData("")]
    public async Task A_name_of_a_baseline_cannot_leave_the_folder_of_baselines(string name)
    {
        using var folder = new TemporaryFolder();
        var kept = await Invocation.RunAsync("baseline", name, folder.Path, "--baselines", folder.Path);
        Assert.Equal(2, kept.Code);
        Assert.Contains("is no name of a baseline", kept.Error);
    }

    [Fact]
    public async Task Each_repeated_run_must_keep_the_bounds()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync(["run", .. SmallRuns.Arguments, "--repeat", "2", "--out", folder.Path,
            "--quiet", "--threshold", "write:count > 256"]);
        Assert.Equal(99, run.Code);
        Assert.Equal("sfperf: run 1: threshold broken: write:count > 256 (256).\n"
            + "sfperf: run 2: threshold broken: write:count > 256 (256).\n", run.Error);
        Assert.Contains(" 2 runs, ", run.Out);
    }

    [Fact]
    public async Task Verbs_of_many_runs_answer_in_JSON_alone()
    {
        using var folder = new TemporaryFolder();
        var ab = await Invocation.RunAsync(["ab", .. SmallRuns.Arguments, "--pairs", "1", "--reruns", "0", "--out",
            folder.Path, "--format", "json", "--quiet", "--label", "x=1"]);
        Assert.Equal((0, ""), (ab.Code, ab.Error));
        var root = JsonElement.Parse(ab.Out);
        Assert.Equal(("comparison", "inconclusive"),
            (root.GetProperty("kind").GetString(), root.GetProperty("verdict").GetString()));
        var saved = Directory.GetFiles(root.GetProperty("folder").GetString()!, "run.json",
            SearchOption.AllDirectories);
        Assert.Equal(2, saved.Length);
        Assert.All(saved, f => Assert.Contains("\"x\": \"1\"", File.ReadAllText(f)));

        var sweep = await Invocation.RunAsync(["sweep", .. SmallRuns.Arguments, "--axis",
            "NumOutstandingWriteOperations=1,4", "--repeats", "1", "--reruns", "0", "--out", folder.Path, "--format",
            "json", "--quiet"]);
        Assert.Equal((0, ""), (sweep.Code, sweep.Error));
        Assert.Equal("4", JsonElement.Parse(sweep.Out).GetProperty("points").EnumerateArray()
            .Last(p => p.GetProperty("phase").GetString() == "write").GetProperty("settings")
            .GetProperty("NumOutstandingWriteOperations").GetString());

        // On a busy machine the driver may be the limit even at one write a second: there is no answer then.
        Invocation capacity;
        var attempts = 0;
        do
        {
            capacity = await Invocation.RunAsync(["capacity", .. SmallRuns.Arguments, "--slo", "write:avg < 1us",
                "--from", "1", "--seconds", "1", "--out", folder.Path, "--format", "json", "--quiet"]);
        }
        while (capacity.Code == 6 && ++attempts < 10);
        Assert.Equal((99, ""), (capacity.Code, capacity.Error));
        Assert.False(JsonElement.Parse(capacity.Out).GetProperty("tries")[0].GetProperty("kept").GetBoolean());

        var history = await Invocation.RunAsync("history", folder.Path, "--format", "json");
        Assert.Equal(0, history.Code);
        Assert.True(JsonElement.Parse(history.Out).GetProperty("groups").GetArrayLength() >= 2);
    }
}
