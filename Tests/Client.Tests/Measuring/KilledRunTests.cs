using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Client.Tests.Measuring;

/// <summary>What is left of a run whose process was killed, and what the verbs that read runs make of it.</summary>
public sealed class KilledRunTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    [Fact]
    public async Task A_killed_run_leaves_how_far_it_had_come_and_nobody_takes_it_for_a_run()
    {
        using var folder = new TemporaryFolder();
        var runs = Path.Combine(folder.Path, "runs");
        var good = await MeasureAsync(runs);
        var killed = await KillAsync(folder, runs);

        var partial = JsonElement.Parse(await File.ReadAllTextAsync(Path.Combine(killed, "partial.json")));
        Assert.Equal("incomplete", partial.GetProperty("status").GetString());
        Assert.Equal(["prepare"], partial.GetProperty("phases").EnumerateArray()
            .Select(p => p.GetProperty("name").GetString()));
        var underWay = partial.GetProperty("underWay");
        Assert.Equal((9999999, 0), (underWay.GetProperty("total").GetInt64(),
            underWay.GetProperty("errors").EnumerateObject().Count()));
        Assert.InRange(underWay.GetProperty("operations").GetProperty("write").GetInt64(), 1, 9999998);
        Assert.Equal(["partial.json"], Directory.GetFiles(killed).Select(Path.GetFileName));

        const string named = "incomplete: the run did not end or still goes on; last written ";
        var report = Path.Combine(folder.Path, "report.html");
        foreach (var (verb, code) in new (string[], int)[]
        {
            (["compare", good, killed], 2), (["compare", killed, good], 2), (["report", killed, "-o", report], 2),
            (["report", good, "--base", killed, "-o", report], 2), (["export", killed, "--to", "csv"], 2),
            (["history", good, killed], 2), (["validate", killed], 2), (["validate", runs], 2),
            (["report", Path.Combine(killed, "partial.json"), "-o", report], 2),
        })
        {
            var outcome = await Invocation.RunAsync(verb);
            Assert.True(code == outcome.Code, string.Join(' ', verb) + outcome.Out + outcome.Error);
            Assert.Contains(named, outcome.Out + outcome.Error);
            Assert.Contains("s into phase write, ", outcome.Out + outcome.Error);
            Assert.False(File.Exists(report));
        }

        // In a folder with others it is left out by name.
        var drawn = await Invocation.RunAsync("report", runs, "-o", report);
        Assert.Equal((0, true), (drawn.Code, File.Exists(report)));
        Assert.Contains($"sfperf: skipped {killed}{Path.DirectorySeparatorChar}partial.json: {named}", drawn.Error);
    }

    [Fact]
    public async Task A_run_that_ended_leaves_no_such_file_and_is_valid()
    {
        using var folder = new TemporaryFolder();
        var run = await MeasureAsync(folder.Path);
        Assert.Equal(["run.json"], Directory.GetFiles(run, "*.json").Select(Path.GetFileName));
        var valid = await Invocation.RunAsync("validate", folder.Path);
        Assert.Equal((0, $"{Path.Combine(run, "run.json")}: a run, complete.\n", ""),
            (valid.Code, valid.Out, valid.Error));
        var none = await Invocation.RunAsync("validate", Directory.CreateDirectory(Path.Combine(run, "x")).FullName);
        Assert.Equal((2, true), (none.Code, none.Error.EndsWith("there is no run in this folder.\n")));
    }

    private static async Task<string> MeasureAsync(string runs)
    {
        var run = await Invocation.RunAsync(["run", .. SmallRuns.Arguments, "--quiet", "-o", runs]);
        Assert.True(run.Code == 0, run.Error);
        return Assert.Single(Directory.GetDirectories(runs));
    }

    // The writes that have ended, as the file says; 0 before the write phase.
    private static long Writes(string partial) =>
        JsonElement.Parse(File.ReadAllText(partial)).TryGetProperty("underWay", out var underWay)
            && underWay.TryGetProperty("operations", out var operations)
            && operations.ValueKind == JsonValueKind.Object && operations.TryGetProperty("write", out var writes)
            ? writes.GetInt64() : 0;

    // Kills sfperf as soon as its file says that the write phase is under way: it is written again in 5 s only.
    private static async Task<string> KillAsync(TemporaryFolder home, string runs)
    {
        var written = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var watcher = new FileSystemWatcher(runs) { IncludeSubdirectories = true };
        watcher.Renamed += (_, e) =>
        {
            if (Path.GetFileName(e.FullPath) == RunFolder.PartialFileName && Writes(e.FullPath) > 0)
                written.TrySetResult(Path.GetDirectoryName(e.FullPath)!);
        };
        watcher.EnableRaisingEvents = true;
        using var process = Sfperf.Start(
            home, ["run", .. SmallRuns.Arguments, "/NumWriteOperationsTotal:9999999", "--quiet", "--out", runs]);
        try
        {
            return await written.Task.WaitAsync(Limit);
        }
        finally
        {
            process.Kill();
            await process.WaitForExitAsync();
        }
    }
}
