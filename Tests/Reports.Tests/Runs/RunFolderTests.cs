using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Runs;

public sealed class RunFolderTests
{
    [Fact]
    public void A_run_comes_back_as_it_was_written()
    {
        using var root = new TemporaryFolder();
        var results = Samples.Results();
        var folder = RunFolder.Write(root.Path, Samples.Run(results), results);
        Assert.Equal("20261121T021503Z_local1_a1b2c3", Path.GetFileName(folder));
        Assert.Equal(["latency.hlog", "run.json"], Directory.GetFiles(folder).Select(Path.GetFileName).Order());
        var read = RunFolder.Read(folder);
        Assert.Equal(RunFolder.ToJson(Samples.Run(results)), RunFolder.ToJson(read));
        Assert.Equal(12_000, read.Phases[0].ReadHistogram().Count);
    }

    [Fact]
    public void The_schema_members_of_the_main_job_are_all_there()
    {
        var json = System.Text.Json.JsonDocument.Parse(RunFolder.ToJson(Samples.Run())).RootElement;
        Assert.Equal(1, json.GetProperty("schemaVersion").GetInt32());
        Assert.Equal(2048, json.GetProperty("parameters").GetProperty("NumItems").GetInt32());
        foreach (var name in new[] { "sdk", "runtime", "os", "cpu", "cores", "commit" })
            Assert.True(json.GetProperty("environment").TryGetProperty(name, out _), name);
        foreach (var name in new[] { "nodes", "partitions", "replicas", "durability" })
            Assert.True(json.GetProperty("cluster").TryGetProperty(name, out _), name);
        var phase = json.GetProperty("phases")[0];
        foreach (var name in new[] { "name", "operations", "failed", "errors", "seconds", "opsPerSecond", "latencyMs",
            "firstOperationMs", "outstanding", "littleResidual" })
        {
            Assert.True(phase.TryGetProperty(name, out _), name);
        }

        foreach (var name in new[] { "mean", "p50", "p90", "p99", "p999", "max" })
            Assert.True(phase.GetProperty("latencyMs").TryGetProperty(name, out _), name);
        Assert.Equal(2, phase.GetProperty("errors").GetProperty("Timeout").GetInt32());
    }

    [Fact]
    public void A_percentile_the_sample_does_not_carry_is_null()
    {
        var record = LatencyRecord.From(Samples.Histogram(1, 999));
        Assert.NotNull(record.P90);
        Assert.Null(record.P99);
        Assert.NotNull(LatencyRecord.From(Samples.Histogram(1, 1000)).P99);
        Assert.Null(LatencyRecord.From(Samples.Histogram(1, 9_999)).P999);
        Assert.NotNull(LatencyRecord.From(Samples.Histogram(1, 10_000)).P999);
    }

    [Fact]
    public void Every_truncation_is_refused()
    {
        var json = RunFolder.ToJson(Samples.Run()).TrimEnd();
        for (var length = 0; length < json.Length; length += 37)
        {
            var e = Assert.Throws<RunFormatException>(
                () => RunFolder.Parse("run.json", System.Text.Encoding.UTF8.GetBytes(json[..length])));
            Assert.Contains("cut short", e.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("{\"a\":1}", "no schemaVersion")]
    [InlineData("[1]", "no schemaVersion")]
    [InlineData("{\"schemaVersion\":2}", "newer SfPerf (schema 2; this one reads up to 1)")]
    [InlineData("{\"schemaVersion\":0}", "never written")]
    [InlineData("{\"schemaVersion\":\"x\"}", "not a number")]
    [InlineData("{\"schemaVersion\":1}", "not a run of schema 1")]
    [InlineData("hello", "not JSON")]
    public void A_foreign_or_newer_file_is_refused_by_name(string text, string reason)
    {
        using var folder = new TemporaryFolder();
        var path = folder.File("run.json", text);
        var e = Assert.Throws<RunFormatException>(() => RunFolder.Read(path));
        Assert.StartsWith(path, e.Message, StringComparison.Ordinal);
        Assert.Contains(reason, e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Counts_that_do_not_agree_are_refused()
    {
        var run = Samples.Run();
        var wrong = run with { Phases = [run.Phases[0] with { Operations = 5 }, run.Phases[1]] };
        var json = System.Text.Encoding.UTF8.GetBytes(RunFolder.ToJson(wrong));
        Assert.Throws<RunFormatException>(() => RunFolder.Parse("run.json", json));
    }

    [Fact]
    public void Failures_of_a_second_have_kinds_that_add_up_and_earlier_runs_have_none()
    {
        using var folder = new TemporaryFolder();
        var json = RunFolder.ToJson(Samples.Run());
        var second = RunFolder.Read(folder.File("run.json", json)).Phases[0].PerSecond[3];
        Assert.Equal([("Timeout", 2L)], second.Errors!.Select(e => (e.Key, e.Value)));
        const string Kinds = ",\n          \"errors\": {\n            \"Timeout\": 2\n          }";
        Assert.Contains(Kinds, json, StringComparison.Ordinal);
        var earlier = json.Replace(Kinds, "", StringComparison.Ordinal);
        Assert.Null(RunFolder.Read(folder.File("run.json", earlier)).Phases[0].PerSecond[3].Errors);
        var wrong = json.Replace(Kinds, Kinds.Replace('2', '1'), StringComparison.Ordinal);
        var e = Assert.Throws<RunFormatException>(() => RunFolder.Read(folder.File("run.json", wrong)));
        Assert.Equal("second 3 of phase write counts 2 failures, its errors 1", e.Reason);
    }

    [Fact]
    public void Events_lie_beside_the_run_a_line_each_on_its_time_axis()
    {
        using var root = new TemporaryFolder();
        var run = Samples.Run();
        var folder = RunFolder.Write(root.Path, run with
        {
            Events =
            [
                EventRecord.At(Samples.Started.AddSeconds(3.25), "kill", "told to kill it", run),
                EventRecord.At(Samples.Started.AddSeconds(21), "primary", "primary moved", run),
                EventRecord.At(Samples.Started.AddSeconds(40), "replica", "ready", run),
            ],
        }, []);
        var lines = File.ReadAllLines(Path.Combine(folder, "events.jsonl"));
        Assert.Equal("""
            {"phase":"write","second":3.25,"text":"told to kill it","kind":"kill","utc":"2026-11-21T02:15:06.25+00:00"}
            """, lines[0]);
        Assert.Equal([("write", 3.25), ("read", 1), ("", 40)],
            RunFolder.Read(folder).Events!.Select(e => (e.Phase, e.Second)));
        Assert.Equal(3, lines.Length);
    }

    [Fact]
    public void What_counters_tell_of_a_mixed_phase_is_one_event_for_each_stretch()
    {
        var run = Samples.Run([.. Samples.Results().Select(r => r with
        {
            Name = $"mixed-{r.Kind}".ToLowerInvariant(), StartedUtc = Samples.Started,
        })]);
        run = run with
        {
            Counters = [.. run.Phases.SelectMany(p => new CounterSeriesRecord[]
            {
                new(CounterSeriesRecord.Others, "cpu", p.Name, [0, 0.5, 0.9, 0, 0.4]),
                new("StatefulStore _Node_1", "gc-pause-ms", p.Name, [0, 60, 0]),
            })],
        };
        Assert.Equal(
            [
                ("mixed", 1, "noise", "other programs used the processors for 2 s"),
                ("mixed", 4, "noise", "other programs used the processors for 1 s"),
                ("mixed", 1, "gc-pause", "collector of StatefulStore _Node_1 for 1 s"),
            ], EventRecord.OfCounters(run).Select(e => (e.Phase, (int)e.Second, e.Kind!, e.Text)));
    }

    [Fact]
    public void A_partial_file_is_refused_by_name_and_does_not_hide_a_run_beside_it()
    {
        using var root = new TemporaryFolder();
        var folder = RunFolder.Write(root.Path, Samples.Run(), []);
        var partial = RunFolder.ToJson(Samples.Run() with
        {
            Status = RunRecord.Incomplete,
            UnderWay = new UnderWayRecord
            {
                WrittenUtc = new DateTimeOffset(2026, 11, 21, 2, 15, 8, TimeSpan.Zero), Phase = "write", Seconds = 5.04,
                Total = 4096, Operations = new Dictionary<string, long> { ["write"] = 100 },
                Errors = new Dictionary<string, long> { ["Timeout"] = 2, ["Lost"] = 1 },
            },
        });
        WholeFile.Replace(Path.Combine(folder, RunFolder.PartialFileName), partial);
        Assert.Equal(Samples.Run().Id, RunFolder.Read(folder).Id);

        File.Delete(Path.Combine(folder, RunFolder.FileName));
        Assert.False(RunFolder.IsGroup(folder));
        Assert.Equal("incomplete: the run did not end or still goes on; last written 2026-11-21 02:15:08Z, 5.0 s into "
            + "phase write, 100 of 4096 operations made, 3 failed",
            Assert.Throws<RunFormatException>(() => RunFolder.Read(folder)).Reason);
    }

    [Fact]
    public void One_unreadable_run_does_not_hide_the_others()
    {
        using var root = new TemporaryFolder();
        RunFolder.Write(root.Path, Samples.Run(), []);
        Directory.CreateDirectory(Path.Combine(root.Path, "unfinished"));
        var (runs, refused) = RunFolder.ReadAll(root.Path);
        Assert.Single(runs);
        Assert.Contains("did not end", Assert.Single(refused).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Runs_of_groups_below_a_folder_are_found_too_but_not_those_that_were_measured_again()
    {
        using var root = new TemporaryFolder();
        string[] groups = [".", "x-ab/a", "x-ab/b", "x-sweep", "x-ab/noisy", "x-sweep/noisy"];
        for (var i = 0; i < groups.Length; i++)
        {
            RunFolder.Write(Path.Combine(root.Path, groups[i]),
                Samples.Run() with { Id = $"r{i}", StartedUtc = Samples.Started.AddSeconds(i) }, []);
        }

        var (runs, refused) = RunFolder.ReadAll(root.Path);
        Assert.Empty(refused);
        Assert.Equal(["r0", "r1", "r2", "r3"], runs.Select(r => r.Run.Id));
        Assert.Single(RunFolder.ReadAll(Path.Combine(root.Path, "x-ab", "noisy")).Runs);
    }

    [Fact]
    public void A_name_cannot_leave_the_folder_of_runs()
    {
        using var root = new TemporaryFolder();
        var folder = RunFolder.Write(root.Path, Samples.Run(name: "../../etc/x y"), []);
        Assert.Equal(root.Path, Path.GetDirectoryName(folder));
    }
}
