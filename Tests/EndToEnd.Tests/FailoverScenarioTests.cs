using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>The mechanics of <c>sfperf scenario failover</c>; no time is asserted, for the machine may be busy.
/// </summary>
public sealed class FailoverScenarioTests
{
    private static readonly string[] Kinds =
        ["kill-primary", "kill-secondary", "kill-node", "kill-manager", "move-primary", "stop-primary"];

    private static readonly string[] Small =
        ["scenario", "failover", "--settle", "1", "--rate", "200", "--items", "100", "--stop-seconds", "1",
            "--recovery-max", "200"];

    [Fact]
    public async Task Each_kind_of_event_is_injected_measured_saved_and_drawn_and_nothing_is_lost()
    {
        await using var sfperf = new Sfperf();
        var run = sfperf.Start([.. Small, "--repeats", "1"]);
        Assert.True(await run.ExitAsync(3 * Sfperf.Limit) == 0, run.Error);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);

        Assert.All(Kinds, kind => Assert.Contains($"round 1 of 1: {kind}: ", run.Error, StringComparison.Ordinal));
        Assert.All(Kinds, kind => Assert.Contains($"\n {kind}", "\n" + run.Output, StringComparison.Ordinal));
        Assert.Contains(" confirmed    no acknowledged write was lost or overtaken by an older one: every read was "
            + "checked, and 100 keys at the end", run.Output, StringComparison.Ordinal);
        var saved = sfperf.SavedRun();
        Assert.Equal("complete", Text(saved, "status"));
        var failover = saved.GetProperty("failover");
        var events = failover.GetProperty("events").EnumerateArray().ToList();
        Assert.Equal(Kinds, events.Select(e => Text(e, "kind")));
        Assert.Equal(Kinds, failover.GetProperty("kinds").EnumerateArray().Select(k => Text(k, "kind")));
        Assert.Equal(100, failover.GetProperty("verified").GetInt64());
        Assert.Empty(failover.GetProperty("contradictions").EnumerateObject());
        Assert.All(events, e => Assert.True(
            e.GetProperty("outageMs").GetDouble() > 0 && e.GetProperty("backMs").GetDouble() > 0));
        Assert.All(events, e => Assert.Contains(
            e.GetProperty("strip").GetProperty("successes").EnumerateArray(), s => s.GetInt32() > 0));
        // No event begins before clients are served again after the one before.
        Assert.All(events, e => Assert.True(e.GetProperty("before").GetProperty("mean").GetDouble() > 0));
        // The process stood still, and nobody else served until its node had noticed that, half a second after it had
        // last heard of it; on a busy machine that was some time before.
        Assert.True(events[5].GetProperty("outageMs").GetDouble() >= 200, run.Output);
        string[] injected = [.. saved.GetProperty("events").EnumerateArray().Select(e => Text(e, "kind"))];
        Assert.Equal((4, 1), (injected.Count(k => k == "kill"), injected.Count(k => k == "stop")));
        Assert.Contains("move", injected);

        var folder = Directory.GetDirectories(Path.Combine(sfperf.Folder, "runs")).Single();
        Assert.False(File.Exists(Path.Combine(folder, "partial.json")));
        await sfperf.RunAsync(0, "report", folder, "-o", "report.html");
        var html = await File.ReadAllTextAsync(Path.Combine(sfperf.Folder, "report.html"));
        Assert.Contains("<section id=\"failover\"", html, StringComparison.Ordinal);
        var history = await sfperf.RunAsync(0, "history", folder);
        Assert.Contains("Fail-overs or outages in 1 of 1 runs:", history.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Interrupted_it_keeps_the_events_so_far_and_leaves_no_process()
    {
        await using var sfperf = new Sfperf();
        var run = sfperf.Start([.. Small, "--events", "move-primary,stop-primary", "--repeats", "500"]);
        await run.SeesAsync("round 1 of 500: move-primary: ", 3 * Sfperf.Limit);
        Signal.Interrupt(run.Process.Id);
        var code = await run.ExitAsync(Sfperf.Limit);
        Assert.True(code == 5, $"Exit code {code}. {run.Error}");
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);

        Assert.Contains("sfperf: cancelled; what was measured until then is saved.", run.Error,
            StringComparison.Ordinal);
        var saved = sfperf.SavedRun();
        Assert.Equal("cancelled", Text(saved, "status"));
        var failover = saved.GetProperty("failover");
        Assert.Equal("move-primary", Text(failover.GetProperty("events")[0], "kind"));
        Assert.False(failover.TryGetProperty("verified", out _));
    }

    [Fact]
    public async Task Killed_it_leaves_the_events_so_far_as_an_incomplete_run_and_no_process()
    {
        await using var sfperf = new Sfperf();
        var run = sfperf.Start([.. Small, "--events", "move-primary", "--repeats", "500"]);
        await run.SeesAsync("round 2 of 500: move-primary: ", 3 * Sfperf.Limit);
        run.Process.Kill();
        await run.ExitAsync(Sfperf.Limit);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);

        var folder = Directory.GetDirectories(Path.Combine(sfperf.Folder, "runs")).Single();
        var partial = JsonElement.Parse(await File.ReadAllTextAsync(Path.Combine(folder, "partial.json")));
        Assert.Equal("incomplete", Text(partial, "status"));
        Assert.NotEmpty(partial.GetProperty("failover").GetProperty("events").EnumerateArray());
        var validated = await sfperf.RunAsync(2, "validate", folder);
        Assert.Contains("incomplete", validated.Output + validated.Error, StringComparison.Ordinal);
    }

    private static string Text(JsonElement element, string name) => element.GetProperty(name).GetString()!;
}
