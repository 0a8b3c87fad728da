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
/// What one more durable write allocates in each of the main job's processes: two runs of different length, all else
/// equal, so that start, warm-up and end cancel out. Counts of bytes, so that a busy machine changes nothing.
/// </summary>
public sealed class AllocationTests
{
    private const string Meter = "SfPerf.Tests.AllocationMeter";
    private const int Fewer = 40_000;
    private const int More = 120_000;

    [Fact]
    public async Task A_durable_write_allocates_no_more_than_its_budget()
    {
        var budget = Budget();

        var less = await AllocatedAsync(Fewer);
        var more = await AllocatedAsync(More);

        var perWrite = less.Keys.ToDictionary(k => k, k => (more[k] - less[k]) / (More - Fewer));
        var over = perWrite.Where(p => p.Value > budget[p.Key]).Select(p => p.Key);
        Assert.True(!over.Any(), string.Join("; ", perWrite.Select(p => string.Create(
            CultureInfo.InvariantCulture, $"{p.Key}: {p.Value:F0} B per write, budget {budget[p.Key]}"))));
        TestContext.Current.TestOutputHelper?.WriteLine(JsonSerializer.Serialize(perWrite));
    }

    private static async Task<Dictionary<string, double>> AllocatedAsync(int writes)
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-allocations-").FullName;
        try
        {
            await using var sfperf = new Sfperf(new Dictionary<string, string>
            {
                ["DOTNET_STARTUP_HOOKS"] = Sfperf.Program(Meter, Meter + ".dll"),
                ["SFPERF_ALLOCATION_FOLDER"] = folder,
            });
            await sfperf.RunAsync(0, "run", Sfperf.ParameterFile("local1.json"),
                $"/NumWriteOperationsTotal:{writes}", "/NumReadOperationsTotal:64");
            await sfperf.Family.AllGoneAsync(TimeSpan.FromSeconds(10));
            var stores = Allocated(folder, "SfPerf.StatefulStore").OrderDescending().ToArray();
            // Only the primary serves callers, and so allocates most.
            return new Dictionary<string, double>
            {
                ["driver"] = Allocated(folder, "SfPerf.LoadDriver").Max(),
                ["primary"] = stores[0],
                ["secondary"] = stores[1..3].Average(),
            };
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static IEnumerable<long> Allocated(string folder, string program) =>
        Directory.GetFiles(folder, program + "_*").Select(f => BitConverter.ToInt64(File.ReadAllBytes(f)));

    private static Dictionary<string, double> Budget()
    {
        using var document = JsonDocument.Parse(
            File.ReadAllText(Path.Combine(Sfperf.Repository, "Tests", "EndToEnd.Tests", "allocation-budget.json")),
            new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip });
        return document.RootElement.GetProperty(Sfperf.Configuration)
            .EnumerateObject().ToDictionary(p => p.Name, p => p.Value.GetDouble());
    }
}
