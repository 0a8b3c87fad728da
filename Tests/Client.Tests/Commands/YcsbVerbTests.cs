using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

/// <summary>Every verb that runs takes a workload file of YCSB.</summary>
public sealed class YcsbVerbTests
{
    private const string Content = "# mine\nrecordcount=64\noperationcount=256\nreadproportion=0.5\n"
        + "updateproportion=0.5\nrequestdistribution=zipfian\nfieldlength=128\nthreadcount=16\n";

    private static readonly string[] Simulated =
    [
        "/TargetServiceType:SimulatedService", "/SimulatedWriteInMicroseconds:1000",
        "/SimulatedReadInMicroseconds:1000",
    ];

    [Theory]
    [InlineData("run", "--dry-run")]
    [InlineData("ab", "--dry-run")]
    [InlineData("sweep", "--axis", "NumOutstandingMixedOperations=1,16", "--dry-run")]
    [InlineData("capacity", "--slo", "mixed-read:p(99) < 50ms", "--dry-run")]
    [InlineData("validate")]
    public async Task It_is_read_and_what_differs_is_told_once(string verb, params string[] options)
    {
        using var folder = new TemporaryFolder();
        var file = await WriteAsync(folder);
        var outcome = await Invocation.RunAsync([verb, file, .. Simulated, .. options]);
        Assert.True(outcome.Code == 0, outcome.Error);
        Assert.StartsWith($"{file}: writeallfields: an update writes the whole record of 1280 bytes", outcome.Error);
        Assert.Equal(1, outcome.Error.Count(c => c == '\n'));
        if (verb == "run")
            Assert.Matches($@"\nNumItems +64 +{Regex.Escape(file)}:2\n", outcome.Out);
    }

    [Fact]
    public async Task A_run_of_it_is_measured_and_keeps_the_lines()
    {
        using var folder = new TemporaryFolder();
        var file = await WriteAsync(folder);
        var run = await Invocation.RunAsync(["run", file, .. Simulated, "--out", folder.Path, "--quiet"]);
        Assert.True(run.Code == 0, run.Error);
        var record = RunFolder.Read(Assert.Single(Directory.GetDirectories(folder.Path)));
        Assert.Equal(256, record.Measured.Sum(p => p.Operations));
        Assert.Equal($"{file}:8", record.ParameterOrigins!["NumOutstandingMixedOperations"]);
    }

    [Fact]
    public async Task What_it_asks_and_cannot_be_is_refused_before_anything_starts()
    {
        using var folder = new TemporaryFolder();
        var file = await WriteAsync(folder, "insertorder=ordered\n");
        var run = await Invocation.RunAsync("run", file, "--out", folder.Path);
        Assert.Equal((2, $"{file}:9:1: insertorder = ordered: keys are spread at random; allowed: hashed.\n"
            + "sfperf: 1 problem in the parameters; nothing was started.\n"), (run.Code, Noteless(run.Error)));
    }

    private static string Noteless(string error) =>
        string.Join('\n', error.Split('\n').Where(l => !l.Contains("writeallfields")));

    private static async Task<string> WriteAsync(TemporaryFolder folder, string more = "")
    {
        var file = Path.Combine(folder.Path, "mine");
        await File.WriteAllTextAsync(file, Content + more);
        return file;
    }
}
