using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

/// <summary>Where reports and exports are written.</summary>
public sealed class OutputFileTests
{
    [Fact]
    public async Task A_file_a_new_folder_or_the_output()
    {
        using var folder = new TemporaryFolder();
        var run = await SavedAsync(folder);
        var csv = Path.Combine(folder.Path, "new", "figures.csv");
        var written = await Invocation.RunAsync("export", run, "--to", "csv", "-o", csv);
        Assert.Equal((0, ""), (written.Code, written.Out));
        Assert.Contains($"Written {csv}", written.Error);
        var whole = await File.ReadAllTextAsync(csv);
        Assert.Equal(whole, (await Invocation.RunAsync("export", run, "--to", "csv")).Out);
        Assert.Equal(whole, (await Invocation.RunAsync("export", run, "--to", "csv", "-o", "-")).Out);
        Assert.StartsWith("<!doctype html>", (await Invocation.RunAsync("report", run, "-o", "-")).Out);
    }

    [Fact]
    public async Task A_phase_that_is_not_there_is_said_and_the_file_stays_as_it_was()
    {
        using var folder = new TemporaryFolder();
        var run = await SavedAsync(folder);
        var file = Path.Combine(folder.Path, "a.csv");
        await File.WriteAllTextAsync(file, "before");
        var none = await Invocation.RunAsync("export", run, "--to", "csv", "--phase", "delete", "-o", file);
        Assert.Equal(3, none.Code);
        Assert.Contains("nothing was written", none.Error);
        Assert.Equal("before", await File.ReadAllTextAsync(file));
        var read = await Invocation.RunAsync("export", run, "--to", "csv", "--phase", "read");
        Assert.Equal(2, read.Out.Split('\n').Count(l => l.Length > 0));
        Assert.Contains(",read,8,", read.Out);
    }

    [Theory]
    [InlineData("customBiggerIsBetter", "\"unit\": \"ops/s\"")]
    [InlineData("customSmallerIsBetter", "\"unit\": \"ms\"")]
    public async Task A_format_has_the_name_its_reader_has(string format, string content)
    {
        using var folder = new TemporaryFolder();
        var exported = await Invocation.RunAsync("export", await SavedAsync(folder), "--to", format);
        Assert.Equal(0, exported.Code);
        Assert.Contains(content, exported.Out);
    }

    private static async Task<string> SavedAsync(TemporaryFolder folder)
    {
        var runs = Path.Combine(folder.Path, "runs");
        var run = await Invocation.RunAsync("run", Product.File("Parameters/simulated.json"), "/NumItems:8",
            "/NumWriteOperationsTotal:32", "/NumReadOperationsTotal:8", "--set", "SimulatedWriteInMicroseconds=100",
            "--set", "SimulatedReadInMicroseconds=100", "--out", runs, "--quiet");
        Assert.Equal(0, run.Code);
        return Directory.GetDirectories(runs).Single();
    }
}
