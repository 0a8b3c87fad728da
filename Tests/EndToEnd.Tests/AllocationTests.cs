using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>
/// What one more durable write, or read, of the dictionary or of actors allocates in each of the main job's processes:
/// two runs of different length, all else equal, so that start, warm-up and end cancel out.
/// </summary>
public sealed class AllocationTests
{
    private const string Meter = "SfPerf.Tests.AllocationMeter";
    private const int Fewer = 40_000;
    private const int More = 120_000;

    // What the driver allocates with time: progress for the client, windows of a second, counters. 80,000 writes more
    // allocated 12.4 MB in 2.8 s, and 29.9 MB in 17.7 s beside ten busy loops: 1.2 MB a second; beside 16 loops, less.
    private const double DriverBytesPerSecond = 1_000_000;

    // The rest of that does not cancel out when one run is disturbed. A disturbed try has either sign; a process whose
    // writes allocate more exceeds its budget in every try.
    private const int TriesMax = 3;

    [Theory]
    [InlineData("dictionary", "write")]
    [InlineData("dictionary", "read")]
    [InlineData("actor", "write")]
    [InlineData("actor", "read")]
    public async Task An_operation_allocates_no_more_than_its_budget(string target, string operation)
    {
        var budget = Budget($"{target} {operation}");
        var tries = new List<string>();
        var kept = new HashSet<string>();
        while (true)
        {
            var each = await PerOperationAsync(target, operation);
            tries.Add(string.Join("; ", each.Select(p => string.Create(CultureInfo.InvariantCulture,
                $"{p.Key}: {p.Value:F0} B per {target} {operation}, budget {budget[p.Key]}"))));
            kept.UnionWith(each.Where(p => p.Value <= budget[p.Key]).Select(p => p.Key));
            if (kept.Count == each.Count)
                break;
            Assert.True(tries.Count < TriesMax, string.Join(Environment.NewLine, tries));
        }
        TestContext.Current.TestOutputHelper?.WriteLine(tries[^1]);
    }

    private static async Task<Dictionary<string, double>> PerOperationAsync(string target, string operation)
    {
        var less = await AllocatedAsync(target, operation, Fewer);
        var more = await AllocatedAsync(target, operation, More);
        var byTime = DriverBytesPerSecond * (more.Seconds - less.Seconds);
        return less.Bytes.Keys.ToDictionary(
            k => k, k => (more.Bytes[k] - less.Bytes[k] - (k == "driver" ? byTime : 0)) / (More - Fewer));
    }

    private static async Task<(Dictionary<string, double> Bytes, double Seconds)> AllocatedAsync(
        string target, string operation, int count)
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-allocations-").FullName;
        try
        {
            await using var sfperf = new Sfperf(new Dictionary<string, string>
            {
                ["DOTNET_STARTUP_HOOKS"] = Sfperf.Program(Meter, Meter + ".dll"),
                ["SFPERF_ALLOCATION_FOLDER"] = folder,
            });
            var (program, file) = target == "actor"
                ? ("SfPerf.ActorStore", "actors.json") : ("SfPerf.StatefulStore", "local1.json");
            var (writes, reads) = operation == "write" ? (count, 64) : (2048, count);
            await sfperf.RunAsync(0, "run", Sfperf.ParameterFile(file),
                $"/NumWriteOperationsTotal:{writes}", $"/NumReadOperationsTotal:{reads}");
            await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
            var stores = Allocated(folder, program).OrderDescending().ToArray();
            // Only the primary serves callers, and so allocates most.
            return (new()
            {
                ["driver"] = Allocated(folder, "SfPerf.LoadDriver").Max(),
                ["primary"] = stores[0],
                ["secondary"] = stores[1..3].Average(),
            }, sfperf.SavedRun().GetProperty("phases").EnumerateArray().Sum(p => p.GetProperty("seconds").GetDouble()));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static IEnumerable<long> Allocated(string folder, string program) =>
        Directory.GetFiles(folder, program + "_*").Select(f => BitConverter.ToInt64(File.ReadAllBytes(f)));

    private static Dictionary<string, double> Budget(string of)
    {
        using var document = JsonDocument.Parse(
            File.ReadAllText(Path.Combine(Sfperf.Repository, "Tests", "EndToEnd.Tests", "allocation-budget.json")),
            new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip });
        return document.RootElement.GetProperty(Sfperf.Configuration).GetProperty(of)
            .EnumerateObject().ToDictionary(p => p.Name, p => p.Value.GetDouble());
    }
}
