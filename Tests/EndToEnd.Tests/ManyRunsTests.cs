using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>Verbs that make many runs, on one cluster.</summary>
public sealed class ManyRunsTests
{
    private static readonly string[] Thin =
    [
        Sfperf.ParameterFile("local1.json"), "/PublishProfile:Local.1Node.xml", "/NumWriteOperationsTotal:640",
        "/NumReadOperationsTotal:64", "/NumOutstandingWriteOperations:4", "/NumOutstandingReadOperations:4",
        "/NumItems:64", "--reruns", "0",
    ];

    [Fact]
    public async Task A_sweep_starts_one_cluster_and_runs_that_keep_their_keys_find_it_as_it_was()
    {
        await using var sfperf = new Sfperf();

        var sweep = await sfperf.RunAsync(0,
            ["sweep", .. Thin, "--axis", "NumOutstandingWriteOperations=1,4", "--axis", "NumItems=16,64", "--repeats",
                "2"]);

        Assert.Equal(2, sweep.Error.Split("Starting a local cluster").Length);
        var runs = Runs(sfperf, "*-sweep_*");
        Assert.Equal(8, runs.Length);
        Assert.All(runs.SelectMany(r => r.GetProperty("phases").EnumerateArray()),
            p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    [Fact]
    public async Task Two_sides_that_are_deployed_otherwise_take_turns_on_one_cluster()
    {
        await using var sfperf = new Sfperf();

        var ab = await sfperf.RunAsync(0, ["ab", .. Thin, "--pairs", "2", "--a",
            "ApplicationParameters.StatefulStore_PartitionCount=1", "--b",
            "ApplicationParameters.StatefulStore_PartitionCount=2"]);

        Assert.Equal(2, ab.Error.Split("Starting a local cluster").Length);
        Assert.Equal([1, 1], Partitions(Runs(sfperf, "*-ab_*/a")));
        Assert.Equal([2, 2], Partitions(Runs(sfperf, "*-ab_*/b")));
        Assert.Contains("cluster.partitions: 1 -> 2", ab.Output);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    [Fact]
    public async Task A_side_of_another_build_is_measured_on_a_cluster_of_that_build()
    {
        await using var sfperf = new Sfperf();
        var other = Path.Combine(sfperf.Folder, "other");
        foreach (var project in Programs)
            CopyFolder(Sfperf.Program(project, ""), Path.Combine(other, "bin", project, Sfperf.Configuration));
        foreach (var folder in new[] { "ApplicationPackage", "ApplicationParameters", "PublishProfiles" })
            CopyFolder(Path.Combine(Sfperf.Repository, folder), Path.Combine(other, folder));
        var build = Directory.CreateDirectory(Path.Combine(other, "bin", "SfPerf.Client", Sfperf.Configuration));

        var ab = await sfperf.RunAsync(0, ["ab", .. Thin, "--pairs", "2", "--b-build", build.FullName]);

        Assert.Equal(3 + 1, ab.Error.Split("Starting a local cluster").Length);
        var (a, b) = (Runs(sfperf, "*-ab_*/a"), Runs(sfperf, "*-ab_*/b"));
        Assert.All(a.Concat(b).SelectMany(r => r.GetProperty("phases").EnumerateArray()),
            p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
        Assert.All(a, r => Assert.False(r.GetProperty("environment").TryGetProperty("versions", out _)));
        Assert.All(b, r => Assert.StartsWith("0.1.0", r.GetProperty("environment").GetProperty("versions")
            .GetProperty("build").GetString()));
        Assert.Contains("versions.build: ", ab.Output);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);

        // Its services are those of that build, too.
        Directory.Delete(Path.Combine(other, "bin", "SfPerf.StatefulStore"), recursive: true);
        var broken = await sfperf.RunAsync(2, ["run", .. Thin[..^2], "--set", $"Build={build.FullName}"]);
        Assert.Contains(Path.Combine(other, "bin", "SfPerf.StatefulStore"), broken.Error);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    private static readonly string[] Programs =
        ["SfPerf.DevCluster", "SfPerf.LoadDriver", "SfPerf.StatefulStore", "SfPerf.ActorStore"];

    private static void CopyFolder(string from, string to)
    {
        foreach (var folder in Directory.GetDirectories(from, "*", SearchOption.AllDirectories).Prepend(from))
        {
            var copy = Directory.CreateDirectory(Path.Combine(to, Path.GetRelativePath(from, folder)));
            foreach (var file in Directory.GetFiles(folder))
                File.Copy(file, Path.Combine(copy.FullName, Path.GetFileName(file)));
        }
    }

    private static JsonElement[] Runs(Sfperf sfperf, string folders)
    {
        var parts = folders.Split('/');
        var group = Assert.Single(Directory.GetDirectories(Path.Combine(sfperf.Folder, "runs"), parts[0]));
        return [.. Directory.GetDirectories(parts.Length > 1 ? Path.Combine(group, parts[1]) : group)
            .Where(f => Path.GetFileName(f) is not ("warm-up" or "noisy"))
            .Select(f => JsonElement.Parse(File.ReadAllText(Path.Combine(f, "run.json"))))];
    }

    private static int[] Partitions(JsonElement[] runs) =>
        [.. runs.Select(r => r.GetProperty("cluster").GetProperty("partitions").GetInt32())];
}
