using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

public sealed class ChaosTests
{
    // A minute of faults, the restarts of a slow machine among them, healing and the last reads.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(10);

    [Fact]
    public async Task A_minute_of_faults_loses_nothing_and_a_history_that_is_changed_is_found_out()
    {
        await using var sfperf = new Sfperf();
        var chaos = sfperf.Start("chaos", "--seconds", "60", "--seed", "20", "--history", "history.jsonl");

        var code = await chaos.ExitAsync(Limit);

        Assert.True(code == 0, $"Exit code {code}.\n{chaos.Output}\n{chaos.Error}");
        Assert.Contains("Verdict: clean: ", chaos.Output);
        Assert.Contains("sfperf chaos --seconds 60 --seed 20 ", chaos.Output);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
        Assert.Empty(Directory.GetDirectories(sfperf.Folder, "_Node_*", SearchOption.AllDirectories));
        var path = Path.Combine(sfperf.Folder, "history.jsonl");
        var lines = await File.ReadAllLinesAsync(path, TestContext.Current.CancellationToken);
        FaultsHappenedAndTheStoreServedAfterThem([.. lines.Select(l => JsonElement.Parse(l))]);
        await ChangesAreFoundAsync(sfperf, path, lines);
    }

    [Fact]
    public async Task A_cluster_whose_processes_all_stand_still_goes_on_and_ends()
    {
        await using var sfperf = new Sfperf();
        var chaos = sfperf.Start(
            "chaos", "--seconds", "20", "--seed", "3", "--faults", "freeze", "--history", "freeze.jsonl");

        var code = await chaos.ExitAsync(Limit);

        Assert.True(code == 0, $"Exit code {code}.\n{chaos.Output}\n{chaos.Error}");
        Assert.Matches("Faults: freeze [1-9]", chaos.Output);
        Assert.Matches("From the end of a standstill of all processes to the first success: [1-9]", chaos.Output);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    private static void FaultsHappenedAndTheStoreServedAfterThem(JsonElement[] lines)
    {
        var faults = lines.Where(l => Text(l, "event") == "fault"
            && l.GetProperty("skipped").ValueKind == JsonValueKind.Null).ToList();
        // A busy machine takes most of the minute to heal one fault before the next.
        Assert.True(faults.Count >= 1, $"Only {faults.Count} faults.");
        Assert.Contains(faults, f => f.GetProperty("parts").GetArrayLength() > 0);
        var served = lines.Where(l => Text(l, "st") == "ok" && l.GetProperty("proc").GetInt32() >= 0).ToList();
        Assert.True(served.Count >= 50, $"Only {served.Count} successes.");
        Assert.True(served.Max(o => o.GetProperty("t0").GetInt64()) > faults.Min(f => f.GetProperty("t0").GetInt64()));
        foreach (var kind in new[] { "read", "write", "cas", "transfer", "balances", "dequeue", "cq-dequeue" })
            Assert.Contains(served, o => Text(o, "f") == kind);
    }

    private static async Task ChangesAreFoundAsync(Sfperf sfperf, string path, string[] lines)
    {
        // One acknowledged transfer whose receipt is not there, as if it were lost.
        var transfer = lines.Select(l => JsonElement.Parse(l))
            .First(l => Text(l, "f") == "transfer" && Text(l, "st") == "ok").GetProperty("id").GetInt64();
        await File.WriteAllLinesAsync(path, lines.Where(l => JsonElement.Parse(l) is var o
            && !(Text(o, "f") == "receipt" && o.GetProperty("k").GetInt64() == transfer)),
            TestContext.Current.CancellationToken);
        var lost = await sfperf.RunAsync(97, "chaos", "--check", path);
        Assert.Contains($"BROKEN serializable transfers, partition ", lost.Output);

        // All that clients did, without the end: nothing is proved lost, and nothing is called clean.
        await File.WriteAllLinesAsync(path, lines.Where(l => JsonElement.Parse(l) is var o
            && Text(o, "event") != "end" && Text(o, "f") != "receipt"), TestContext.Current.CancellationToken);
        var open = await sfperf.RunAsync(6, "chaos", "--check", path);
        Assert.Contains("Verdict: UNDECIDED", open.Output);
    }

    private static string Text(JsonElement line, string name) =>
        line.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString()! : "";
}
