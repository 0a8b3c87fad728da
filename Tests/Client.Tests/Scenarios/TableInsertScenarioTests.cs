using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using SfPerf.Platform;
using SfPerf.Reports.Runs;
using SfPerf.Scenarios.TableInsert;
using Xunit;

namespace SfPerf.Client.Tests.Scenarios;

/// <summary>The command as a user calls it, with the real emulator: what is sent and saved, no times.</summary>
public sealed class TableInsertScenarioTests
{
    private const int Operations = 5;
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    private static readonly string[] Small = ["scenario", "table-insert", "--operations", "5", "--warmup", "1"];

    [Fact]
    public async Task Every_cell_runs_on_every_endpoint_beside_the_published_figures()
    {
        NeedsAzurite();
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync([.. Small, "--rounds", "2", "--out", folder.Path]);
        Assert.True(run.Code == 0, run.Error);
        Assert.Equal(64, run.Error.TrimEnd().Split('\n').Length);
        var runs = RunFolder.ReadAll(folder.Path);
        Assert.Empty(runs.Refused);
        Assert.Equal(2, runs.Runs.Count);
        Assert.Equal(
            runs.Runs[0].Run.Phases.Select(p => p.Name), runs.Runs[1].Run.Phases.Select(p => p.Name).Reverse());
        Assert.Equal(["InProcess Split x1 Nagle on Expect on", "Azurite Split x1 Nagle on Expect on",
            "InProcess Split x1 Nagle off Expect on"], runs.Runs[0].Run.Phases.Take(3).Select(p => p.Name));
        foreach (var phase in runs.Runs.SelectMany(r => r.Run.Phases))
        {
            Assert.Equal((Operations, 0), (phase.Operations, phase.Failed));
            if (!OperatingSystem.IsLinux())
                continue;
            var one = phase.Name.Contains("Coalesced x1 ", StringComparison.Ordinal)
                && phase.Name.EndsWith("Expect off", StringComparison.Ordinal);
            Assert.Equal(one ? 1 : 2, phase.Figures!["segmentsPerRequest"]);
            Assert.InRange(phase.Figures["bytesPerRequest"], phase.Name.Contains(" x10 ", StringComparison.Ordinal)
                ? 5000 : 500, phase.Name.Contains(" x10 ", StringComparison.Ordinal) ? 8000 : 800);
            Assert.Equal(phase.Name.StartsWith("InProcess", StringComparison.Ordinal),
                phase.Figures.ContainsKey("serverMicroseconds"));
        }

        var scenario = runs.Runs[1].Run.Scenario!;
        Assert.Equal(8, scenario.Grids.Count);
        Assert.Equal(["Average of an insert, Split x1", "Average of an insert, Split x10",
            "Average of an insert, Coalesced x1", "Average of an insert, Coalesced x10"],
            scenario.Charts.Select(c => c.Title));
        Assert.Equal(6, scenario.Charts.Single(c => c.Title.EndsWith("Split x1", StringComparison.Ordinal)).Bars
            .Count(b => b.Published is not null));
        Assert.Equal(4, scenario.Expectations.Count(e => e.Claim.Contains(" segment", StringComparison.Ordinal)
            && e.Outcome == "confirmed" && !e.Claim.Contains("at least", StringComparison.Ordinal)));
        Assert.Matches("Split +1 +on +off .* 217.03\n", run.Out);

        var report = Path.Combine(folder.Path, "report.html");
        Assert.Equal(0, (await Invocation.RunAsync("report", folder.Path, "-o", report)).Code);
        var html = await File.ReadAllTextAsync(report);
        Assert.Contains("Average of an insert, Split x1, ms", html, StringComparison.Ordinal);
        Assert.Contains("InProcess Split x1: average ms of an insert [95 % interval]", html, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--endpoints", "Azure", "allowed: one of InProcess, Azurite")]
    [InlineData("--framing", "Split,Chunked", "allowed: one of Split, Coalesced")]
    [InlineData("--nagle", "maybe", "allowed: true or false")]
    [InlineData("--expect", "100", "allowed: true or false")]
    [InlineData("--entities", "1,101", "allowed: an integer from 1 to 100")]
    [InlineData("--window", "0", "allowed: an integer from 1 to 3600")]
    public async Task An_unknown_value_is_named_with_what_is_allowed_and_nothing_is_started(
        string option, string value, string allowed)
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync([.. Small, option, value, "--out", Path.Combine(folder.Path, "runs")]);
        Assert.Equal((2, ""), (run.Code, run.Out));
        Assert.Contains(value.Split(',')[^1], run.Error, StringComparison.Ordinal);
        Assert.Contains(allowed, run.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }

    [Fact]
    public async Task The_emulator_that_is_killed_meanwhile_is_told_and_the_rest_goes_on()
    {
        NeedsAzurite();
        using var folder = new TemporaryFolder();
        using var process = Sfperf.Start(folder, [.. Small, "--rounds", "100", "--nagle", "false", "--entities", "1",
            "--out", folder.Path]);
        var error = process.StandardError;
        await SeesAsync(error, "round 1 of 100: Azurite ");
        Assert.True(ProcessControl.Kill(Child(process)));
        var rest = error.ReadToEndAsync();
        _ = await process.StandardOutput.ReadToEndAsync().WaitAsync(Limit);
        await process.WaitForExitAsync().WaitAsync(Limit);
        Assert.True(process.ExitCode == 4, await rest);
        Assert.Contains(
            "sfperf: Azurite ended: Azurite Table service is starting", await rest, StringComparison.Ordinal);
        Assert.Equal(400, RunFolder.ReadAll(folder.Path).Runs.SelectMany(r => r.Run.Phases)
            .Count(p => p.Name.StartsWith("InProcess ", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_emulator_ends_with_the_command_however_that_ends(bool killed)
    {
        NeedsAzurite();
        using var folder = new TemporaryFolder();
        using var process = Sfperf.Start(folder,
            ["scenario", "table-insert", "--endpoints", "Azurite", "--out", folder.Path]);
        await SeesAsync(process.StandardError, "round 1 of 5: Azurite ");
        var child = Child(process);
        if (killed)
            process.Kill();
        else
            ProcessControl.Terminate(process.Id);
        await process.WaitForExitAsync().WaitAsync(Limit);
        if (!killed)
            Assert.Equal(5, process.ExitCode);
        await GoneAsync(child);
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }

    private static void NeedsAzurite()
    {
        if (Azurite.Missing() is { } missing)
            Assert.Skip("skipped: " + missing);
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux");
    }

    private static async Task SeesAsync(StreamReader reader, string text)
    {
        while (await reader.ReadLineAsync().WaitAsync(Limit) is { } line)
        {
            if (line.Contains(text, StringComparison.Ordinal))
                return;
        }

        Assert.Fail($"The command ended and did not say '{text}'.");
    }

    /// <summary>The one process that a process started.</summary>
    private static int Child(Process process)
    {
        var tasks = Directory.GetDirectories($"/proc/{process.Id}/task");
        return int.Parse(Assert.Single(tasks.SelectMany(t => File.ReadAllText(Path.Combine(t, "children"))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries))), System.Globalization.CultureInfo.InvariantCulture);
    }

    private static async Task GoneAsync(int processId)
    {
        var start = Stopwatch.GetTimestamp();
        while (ProcessControl.IsAlive(processId))
        {
            Assert.True(Stopwatch.GetElapsedTime(start) < Limit, $"Process {processId} is still there.");
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
    }
}
