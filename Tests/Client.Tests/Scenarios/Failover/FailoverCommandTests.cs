using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;
using SfPerf.Client.Tests.Commands;
using SfPerf.Commands;
using Xunit;

namespace SfPerf.Client.Tests.Scenarios.Failover;

public sealed class FailoverCommandTests
{
    [Theory]
    [InlineData("--events", "kill-primary,kill-everything", "Events = kill-everything", "one of kill-primary, "
        + "kill-secondary, kill-node, kill-manager, move-primary, stop-primary")]
    [InlineData("--events", "", "Events = ", "a list, each one of kill-primary")]
    [InlineData("--repeats", "0", "Repeats = 0", "an integer from 1 to 1000")]
    [InlineData("--rate", "9", "Rate = 9", "an integer from 10 to 20000")]
    [InlineData("--rate", "fast", "Rate = fast", "an integer from 10 to 20000")]
    [InlineData("--stop-seconds", "61", "StopSeconds = 61", "an integer from 1 to 60")]
    public async Task What_is_not_allowed_is_named_with_what_is_and_nothing_is_started(
        string option, string value, string problem, string allowed)
    {
        using var folder = new TemporaryFolder();
        var runs = Path.Combine(folder.Path, "runs");
        var run = await Invocation.RunAsync("scenario", "failover", option, value, "--out", runs);
        Assert.Equal((2, ""), (run.Code, run.Out));
        Assert.Contains(problem, run.Error);
        Assert.Contains(allowed, run.Error);
        Assert.EndsWith("sfperf: 1 problem in the parameters; nothing was started.\n", run.Error);
        Assert.False(Directory.Exists(runs));
    }

    [Fact]
    public async Task Dry_run_shows_values_with_origins_and_starts_nothing()
    {
        var run = await Invocation.RunAsync("scenario", "failover", Product.File("Parameters/failover.json"),
            "--events", "kill-primary,move-primary", "--repeats", "2", "--dry-run");
        Assert.Equal((0, ""), (run.Code, run.Error));
        Assert.Matches(@"Events +kill-primary,move-primary +--events\n", run.Out);
        Assert.Matches(@"Rate +1000 +\S*failover.json:7\n", run.Out);
        Assert.EndsWith("Measure 2 rounds of 2 blocks, about 19 s on two cores.\nSave one run with all events in "
            + "runs.\n", run.Out);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_made_is_told_before_anything_starts()
    {
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "file");
        await File.WriteAllTextAsync(file, "");
        var run = await Invocation.RunAsync("scenario", "failover", "--out", Path.Combine(file, "runs"));
        Assert.Equal(2, run.Code);
        Assert.Contains("the folder cannot be made", run.Error);
    }

    [Fact]
    public async Task Cancelled_before_it_began_it_ends_with_code_5()
    {
        using var folder = new TemporaryFolder();
        using var output = new StringWriter();
        var code = await CommandLine.InvokeAsync(["scenario", "failover", "--out", folder.Path],
            new Terminal(output, output, Live: false), new CancellationToken(canceled: true));
        Assert.Equal(5, code);
        Assert.Empty(Directory.GetDirectories(folder.Path));
    }
}
