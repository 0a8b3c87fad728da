using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Faults.Tests.Damage;

/// <summary>
/// Damages every kind of file of a cluster that stands, on one replica, on two of five and on all, and starts it again:
/// everything that was acknowledged is there, or the cluster says what is damaged. It never serves less than it
/// acknowledged.
/// </summary>
/// <remarks>
/// A sample by a seed; SFPERF_DAMAGE=all runs every case, SFPERF_DAMAGE=2/40 the second of forty parts of them,
/// SFPERF_DAMAGE_SEED chooses another seed.
/// </remarks>
public sealed class DamageTests(ITestOutputHelper output)
{
    private const int ItemCount = 3000;
    private const int SampleCount = 8;
    private static readonly string Part = Environment.GetEnvironmentVariable("SFPERF_DAMAGE") ?? "";

    private static readonly int Seed = int.Parse(
        Environment.GetEnvironmentVariable("SFPERF_DAMAGE_SEED") ?? "1", CultureInfo.InvariantCulture);

    [Fact]
    public async Task Damaged_files_lose_nothing_in_silence_and_one_bad_replica_is_built_anew()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-damage-").FullName;
        try
        {
            var gold = Path.Combine(folder, "gold");
            await WriteAsync(gold);
            var used = Directory.EnumerateFiles(gold, "*", SearchOption.AllDirectories)
                .ToDictionary(f => f, DamageCase.Used).Select(f => (Path.GetRelativePath(gold, f.Key), f.Key, f.Value))
                .ToArray();
            var random = new Random(Seed);
            var cases = DamageCase.All(gold, random);
            cases = Part.Length == 0 ? Sample(cases, random) : Part == "all" ? cases : OnePart(cases);
            output.WriteLine($"Seed {Seed}, {cases.Length} cases.");
            var results = new List<(DamageCase Case, string Outcome, TimeSpan Heal)>();
            var wrong = new List<string>();
            foreach (var damage in cases)
            {
                var copy = Path.Combine(folder, "copy");
                Copy(used, copy);
                damage.Apply(copy);
                try
                {
                    var (outcome, heal) = await TryAsync(copy, damage);
                    results.Add((damage, outcome, heal));
                }
                catch (Xunit.Sdk.XunitException e)
                {
                    // The others are worth knowing, too.
                    output.WriteLine(e.Message);
                    wrong.Add(e.Message);
                }
                Directory.Delete(copy, recursive: true);
            }
            Print(results);
            Assert.Empty(wrong);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static async Task WriteAsync(string folder)
    {
        _ = Directory.CreateDirectory(folder);
        await using (var cluster = await DamagedCluster.StartAsync(folder, "--package",
            Path.Combine(Checkout.Root, "Tests", "TestServices", "EchoPackage"), "--start-timeout", "60",
            "--set", "Store_TargetReplicaSetSize=5", "--set", "Store_MinReplicaSetSize=3"))
        {
            Assert.True(cluster.IsReady, cluster.Line.ToJsonString());
            // The log between them is worth a checkpoint, which holds the first half of the items and so the log's
            // beginning.
            Assert.Equal("ok", await cluster.AnswerAsync($"fill 0 {ItemCount / 2}"));
            Assert.Equal("ok", await cluster.AnswerAsync("pad 12 100000"));
            await cluster.CheckpointedAsync(folder);
            Assert.Equal("ok", await cluster.AnswerAsync($"fill {ItemCount / 2} {ItemCount - (ItemCount / 2)}"));
            _ = await cluster.WholeAsync();
        }
        foreach (var file in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
            Assert.False(Path.GetFileName(file) == "cluster.json", "The cluster did not stop in order.");
    }

    // The same number of each scope, of as many kinds as there are.
    private static DamageCase[] Sample(DamageCase[] cases, Random random)
    {
        random.Shuffle(cases);
        return [.. cases.GroupBy(c => c.Scope).SelectMany(scope => scope.GroupBy(c => c.Kind)
            .Select(kind => kind.First()).Take(scope.Key == DamageScope.One ? SampleCount / 2 : SampleCount / 4))];
    }

    private static DamageCase[] OnePart(DamageCase[] cases)
    {
        var numbers = Part.Split('/').Select(t => int.Parse(t, CultureInfo.InvariantCulture)).ToArray();
        return [.. cases.Where((_, index) => index % numbers[1] == numbers[0] - 1)];
    }

    private static async Task<(string Outcome, TimeSpan Heal)> TryAsync(string folder, DamageCase damage)
    {
        // A refusal costs the whole wait; bad replicas among three good ones must not cost any of it.
        await using var cluster = await DamagedCluster.StartAsync(
            folder, "--start-timeout", damage.Scope == DamageScope.All ? "10" : "60");
        if (!cluster.IsReady)
        {
            // Only the two files of the manager's state may hold up the start of everything.
            Assert.True(damage.Kind is "manager.json" or "sfperf-cluster", $"{damage}: {cluster.Line}");
            Assert.Contains(damage.Kind == "manager.json" ? "manager.json" : folder, (string?)cluster.Line["message"]);
            return ("refused", default);
        }
        var (items, refusal) = await cluster.ReadAsync();
        if (items is null)
        {
            Assert.True(damage.Scope == DamageScope.All, $"{damage}: {refusal}");
            Assert.Contains("Error", refusal);
            return ("quorum loss", default);
        }
        for (var i = 0; i < ItemCount; i++)
        {
            Assert.True(items.TryGetValue($"item-{i}", out var value), $"{damage}: item {i} of {ItemCount} is lost.");
            Assert.True(value == (i * 7L).ToString(CultureInfo.InvariantCulture), $"{damage}: item {i} is {value}.");
        }
        Assert.Equal("0", await cluster.AnswerAsync("losses"));
        return ("all there", await cluster.WholeAsync());
    }

    private void Print(List<(DamageCase Case, string Outcome, TimeSpan Heal)> results)
    {
        foreach (var row in results.GroupBy(r => (r.Case.Kind, r.Case.Scope, r.Case.Action, r.Outcome)))
        {
            var heals = row.Select(r => r.Heal.TotalSeconds).Order().ToArray();
            output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{row.Key.Kind,-24} {row.Key.Scope,-4} {row.Key.Action,-9} {row.Key.Outcome,-12} {row.Count(),4}  "
                + $"whole after ready: median {heals[heals.Length / 2]:0.0} s, max {heals[^1]:0.0} s"));
        }
    }

    // A log is mostly zeros: they need not be copied.
    private static void Copy((string Name, string Path, long Used)[] files, string folder)
    {
        foreach (var (name, path, used) in files)
        {
            var target = Path.Combine(folder, name);
            _ = Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            var bytes = new byte[used];
            using var from = File.OpenRead(path);
            from.ReadExactly(bytes);
            using var to = File.Create(target);
            to.Write(bytes);
            to.SetLength(from.Length);
        }
    }
}
