using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

public sealed class EventTests
{
    [Fact]
    public async Task A_primary_killed_beside_a_run_is_on_its_time_axis_with_the_failures_that_followed()
    {
        await using var sfperf = new Sfperf();
        await sfperf.RunAsync(0, "cluster", "start", "--gateway-port", "0", "--client-port", "0");
        // Operations under way when the primary dies take longer than 50 ms: its successor must be elected first.
        var run = sfperf.Start("run", Sfperf.ParameterFile("local1.json"), "--set", "PhaseSecondsMax=1200",
            "/NumWriteOperationsTotal:100000000", "/NumReadOperationsTotal:0", "/OperationTimeoutInMilliseconds:50");
        await run.SeesAsync(" s  write ", Sfperf.Limit);

        var first = await PrimaryAsync(sfperf);
        var before = TimeProvider.System.GetUtcNow();
        await sfperf.RunAsync(0, "cluster", "kill", "primary", "fabric:/SfPerf/StatefulStore");
        var after = TimeProvider.System.GetUtcNow();

        await run.SeesAsync(" failed", Sfperf.Limit);
        while (await PrimaryAsync(sfperf) is var next && (next is null || next == first))
        {
            // Until the successor serves: each look starts a program, so this does not spin.
        }
        Signal.Interrupt(run.Process.Id);
        Assert.Equal(5, await run.ExitAsync(Sfperf.Limit));
        await sfperf.RunAsync(0, "cluster", "stop");
        var folder = Directory.GetDirectories(Path.Combine(sfperf.Folder, "runs")).Single();
        var events = File.ReadAllLines(Path.Combine(folder, "events.jsonl"))
            .Select(l => JsonElement.Parse(l)).ToList();
        var kill = events.Single(e => Text(e, "kind") == "kill");
        Assert.Matches(
            "^kill of the primary of StatefulStore on _Node_[0-4] \\(process [0-9]+\\)$", Text(kill, "text"));
        Assert.InRange(Utc(kill), before, after);
        var process = Text(kill, "text").Split('(')[1];
        Assert.Contains(events, e => Text(e, "kind") == "process-ended" && Utc(e) >= Utc(kill)
            && Text(e, "text").Contains($"({process} ended", StringComparison.Ordinal));
        var node = Text(kill, "text").Split(' ')[7];
        var moved = events.First(e => Text(e, "kind") == "primary" && Utc(e) > Utc(kill)
            && Text(e, "text").StartsWith($"primary of StatefulStore moved from {node} to _Node_",
                StringComparison.Ordinal));

        var write = MainJobTests.Phase(sfperf.SavedRun(), "write");
        var second = kill.GetProperty("second").GetDouble();
        Assert.Equal("write", Text(kill, "phase"));
        Assert.Equal((Utc(kill) - write.GetProperty("startedUtc").GetDateTimeOffset()).TotalSeconds, second, 0.001);
        var failing = write.GetProperty("perSecond").EnumerateArray()
            .Where(s => s.GetProperty("failed").GetInt64() > 0).ToList();
        // Until there was another primary, and the calls that had waited for it ended.
        var away = (Utc(moved) - Utc(kill)).TotalSeconds + 3;
        Assert.Contains(failing, s => s.GetProperty("second").GetInt32() - (int)second is var late && late >= 0
            && late < away);
        Assert.Equal(Errors(write), failing.SelectMany(Errors).GroupBy(e => e.Kind)
            .Select(g => (Kind: g.Key, Count: g.Sum(e => e.Count))).OrderBy(e => e.Kind, StringComparer.Ordinal));

        await sfperf.RunAsync(0, "report", folder, "-o", "report.html");
        var html = await File.ReadAllTextAsync(Path.Combine(sfperf.Folder, "report.html"));
        var time = html.Split("<section id=\"time\"")[1].Split("</section>")[0];
        Assert.Contains($">{FormattableString.Invariant($"{second:0.00}")}</td><td class=\"w\">kill</td>", time,
            StringComparison.Ordinal);
        Assert.Matches(
            $"class=\"strong ground\">kill of the primary of StatefulStore on {node}( \\(\\+[0-9]+\\))?</text>", time);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    // The node of the primary that serves; null while none does.
    private static async Task<string?> PrimaryAsync(Sfperf sfperf)
    {
        var status = await sfperf.RunAsync(0, "cluster", "status", "--format", "json");
        return JsonElement.Parse(status.Output).GetProperty("applications")[0].GetProperty("services").EnumerateArray()
            .Single(s => Text(s, "name") == "fabric:/SfPerf/StatefulStore").GetProperty("partitions")[0]
            .GetProperty("replicas").EnumerateArray().Where(r => (Text(r, "role"), Text(r, "status"))
                == ("Primary", "Ready")).Select(r => Text(r, "node")).FirstOrDefault();
    }

    private static (string Kind, long Count)[] Errors(JsonElement owner) =>
        [.. owner.GetProperty("errors").EnumerateObject().Select(e => (Kind: e.Name, Count: e.Value.GetInt64()))];

    private static string Text(JsonElement element, string name) => element.GetProperty(name).GetString()!;

    private static DateTimeOffset Utc(JsonElement element) => element.GetProperty("utc").GetDateTimeOffset();
}
