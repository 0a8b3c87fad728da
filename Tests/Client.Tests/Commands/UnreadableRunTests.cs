using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

/// <summary>Every verb that reads runs names a file it cannot read and draws no conclusion from it.</summary>
public sealed class UnreadableRunTests
{
    public static TheoryData<string, string, string> VerbsAndFiles() => new(
        from verb in new[] { "compare", "report", "report --base", "export", "history" }
        from file in new[] { ("cut", "cut short or not JSON"), ("foreign", "not a run"), ("newer", "newer SfPerf") }
        select (verb, file.Item1, file.Item2));

    [Theory]
    [MemberData(nameof(VerbsAndFiles))]
    public async Task A_run_that_cannot_be_read_is_named(string verb, string kind, string reason)
    {
        using var folder = new TemporaryFolder();
        var good = await GoodAsync(folder);
        var bad = Path.Combine(folder.Path, $"{kind}.json");
        await File.WriteAllTextAsync(bad, Spoiled(await File.ReadAllTextAsync(good), kind));
        var report = Path.Combine(folder.Path, "report.html");
        var outcome = await (verb switch
        {
            "compare" => Invocation.RunAsync("compare", good, bad),
            "report" => Invocation.RunAsync("report", bad, "-o", report),
            "report --base" => Invocation.RunAsync("report", good, "--base", bad, "-o", report),
            "export" => Invocation.RunAsync("export", bad, "--to", "csv"),
            _ => Invocation.RunAsync("history", good, bad),
        });
        Assert.NotEqual(0, outcome.Code);
        Assert.NotEqual(1, outcome.Code);
        Assert.Contains($"{kind}.json", outcome.Out + outcome.Error);
        Assert.Contains(reason, outcome.Out + outcome.Error);
        Assert.DoesNotContain("REGRESSED", outcome.Out);
        Assert.False(File.Exists(report));
    }

    [Theory]
    [InlineData("compare")]
    [InlineData("history")]
    [InlineData("report")]
    [InlineData("export")]
    public async Task In_a_folder_of_runs_it_is_skipped_by_name(string verb)
    {
        using var folder = new TemporaryFolder();
        var good = await GoodAsync(folder);
        var runs = Path.GetDirectoryName(Path.GetDirectoryName(good))!;
        var bad = Directory.CreateDirectory(Path.Combine(runs, "20261121T000000Z_x_abcdef")).FullName;
        await File.WriteAllTextAsync(Path.Combine(bad, "run.json"), Spoiled(await File.ReadAllTextAsync(good), "cut"));
        var outcome = await (verb switch
        {
            "compare" => Invocation.RunAsync("compare", runs, good),
            "report" => Invocation.RunAsync("report", runs, "-o", Path.Combine(folder.Path, "report.html")),
            "export" => Invocation.RunAsync("export", runs, "--to", "csv"),
            _ => Invocation.RunAsync("history", runs),
        });
        Assert.Equal(0, outcome.Code);
        Assert.Contains("20261121T000000Z_x_abcdef", outcome.Out + outcome.Error);
    }

    private static string Spoiled(string json, string kind)
    {
        if (kind == "cut")
            return json[..(json.Length / 2)];
        var node = JsonNode.Parse(json)!.AsObject();
        if (kind == "newer")
            node["schemaVersion"] = 99;
        else
            node.Remove("schemaVersion");
        return node.ToJsonString();
    }

    private static async Task<string> GoodAsync(TemporaryFolder folder)
    {
        var runs = Path.Combine(folder.Path, "runs");
        var run = await Invocation.RunAsync("run", Product.File("Parameters/simulated.json"), "/NumItems:8",
            "/NumWriteOperationsTotal:32", "/NumReadOperationsTotal:8", "--set", "SimulatedWriteInMicroseconds=100",
            "--set", "SimulatedReadInMicroseconds=100", "--out", runs, "--quiet");
        Assert.Equal(0, run.Code);
        return Directory.GetFiles(runs, "run.json", SearchOption.AllDirectories).Single();
    }
}
