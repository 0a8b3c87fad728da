using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

public sealed class CommandLineTests
{
    private static readonly string Simulated = Product.File("Parameters/simulated.json");

    [Fact]
    public async Task Validate_says_that_a_file_is_valid()
    {
        var run = await Invocation.RunAsync("validate", Simulated);
        Assert.Equal((0, ""), (run.Code, run.Error));
        Assert.EndsWith("simulated.json: valid.\n", run.Out);
    }

    [Fact]
    public async Task Validate_checks_every_point_of_the_axes()
    {
        var run = await Invocation.RunAsync("validate", Simulated, "/NumItems:64", "--set", "Axes.NumClients=1,65");
        Assert.Equal((2, "/NumItems: NumItems = 64: fewer than NumClients = 65; allowed: at least 65."),
            (run.Code, run.Error.Split('\n')[0]));
    }

    [Theory]
    [InlineData("validate")]
    [InlineData("run")]
    public async Task Bad_parameters_start_nothing_and_give_code_2(string verb)
    {
        var run = await Invocation.RunAsync(verb, Simulated, "--set", "NumItmes=5", "/NumClients:0");
        Assert.Equal((2, ""), (run.Code, run.Out));
        Assert.Equal(
            """
            --set: NumItmes = 5: unknown parameter. Did you mean NumItems?
            /NumClients: NumClients = 0: out of range; allowed: an integer from 1 to 1024.
            sfperf: 2 problems in the parameters; nothing was started.

            """, run.Error);
    }

    [Theory]
    [InlineData("rum")]
    [InlineData("run", "--fromat", "json")]
    [InlineData("run", "--format", "xml")]
    [InlineData("cluster", "start", "--nodes", "4")]
    [InlineData("cluster", "kill")]
    public async Task Arguments_that_are_not_understood_give_code_2(params string[] arguments)
    {
        var run = await Invocation.RunAsync(arguments);
        Assert.Equal((2, ""), (run.Code, run.Out));
        Assert.StartsWith("sfperf: ", run.Error);
    }

    [Theory]
    [InlineData("there is no command rnu. Did you mean run?\nRun sfperf --help", "rnu")]
    [InlineData("there is no command statr. Did you mean start?\nRun sfperf cluster --help", "cluster", "statr")]
    [InlineData("give a command: wcf-concurrency, wcf-channel, table-insert, ipc, failover, "
        + "actor-reminders.\nRun sfperf scenario --help", "scenario")]
    [InlineData("there is no option --dryrun. Did you mean --dry-run?\nRun sfperf run --help", "run", "--dryrun")]
    [InlineData("there is no option --fromat. Did you mean --format?\nRun sfperf run --help", "run", "--fromat", "x")]
    public async Task What_is_no_command_or_option_is_told_with_what_was_meant(string error, params string[] arguments)
    {
        var run = await Invocation.RunAsync(arguments);
        Assert.Equal((2, "", $"sfperf: {error} for what is allowed.\n"), (run.Code, run.Out, run.Error));
    }

    [Fact]
    public async Task A_bound_on_a_phase_that_the_run_does_not_have_is_refused_before_anything_starts()
    {
        var run = await Invocation.RunAsync("run", Simulated, "--dry-run", "--threshold", "wrte:p(99) < 20ms");
        Assert.Equal(
            (2, "", "sfperf: --threshold: wrte:p(99) < 20ms: the run has no phase wrte; allowed: write, read.\n"),
            (run.Code, run.Out, run.Error));
    }

    [Fact]
    public async Task A_folder_is_no_parameter_file()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync("run", folder.Path);
        Assert.Equal((2, $"{folder.Path}: this is a folder; give the parameter file in it."),
            (run.Code, run.Error.Split('\n')[0]));
    }

    [Fact]
    public async Task Dry_run_shows_values_with_origins_and_the_plan()
    {
        var run = await Invocation.RunAsync("run", Simulated, "--dry-run", "--set", "Seed=9", "/NumItems:64");
        Assert.Equal((0, ""), (run.Code, run.Error));
        var rows = run.Out.Split('\n').Select(l => string.Join(' ',
            l.Split(' ', System.StringSplitOptions.RemoveEmptyEntries))).ToArray();
        Assert.Contains("parameter value origin", rows);
        Assert.Contains("Seed 9 --set", rows);
        Assert.Contains("NumItems 64 /NumItems", rows);
        Assert.Contains("NumClients 1 default", rows);
        Assert.Contains(rows, r => r.StartsWith("NumWriteOperationsTotal 8192 ", System.StringComparison.Ordinal)
            && r.EndsWith("simulated.json:9", System.StringComparison.Ordinal));
        Assert.Contains("Simulate in this process: 4 ms a write, 2 ms a read.", rows);
        Assert.Contains("Write 8192 times, 64 outstanding, 1024 bytes, 64 keys.", rows);
        Assert.Contains("Read 4096 times, 16 outstanding.", rows);
        // 8192 writes of 4 ms, 64 at a time, and 4096 reads of 2 ms, 16 at a time.
        Assert.Contains("Takes about 2 s.", rows);
    }

    [Fact]
    public async Task Dry_run_as_json_holds_the_same()
    {
        var run = await Invocation.RunAsync("run", Simulated, "--dry-run", "--format", "json", "/NumItems:64");
        var items = JsonElement.Parse(run.Out).GetProperty("parameters").GetProperty("NumItems");
        Assert.Equal(("64", "/NumItems"),
            (items.GetProperty("value").GetString(), items.GetProperty("origin").GetString()));
    }

    [Fact]
    public async Task Run_without_a_file_uses_local1()
    {
        var run = await Invocation.RunAsync("run", "--dry-run");
        Assert.Equal((0, ""), (run.Code, run.Error));
        Assert.Contains("Use the running local cluster, else start one of 5 nodes, and stop it after.", run.Out);
        Assert.Contains("local1.json:", run.Out);
    }

    [Fact]
    public async Task Overrides_without_a_verb_are_a_run_as_with_the_original()
    {
        var run = await Invocation.RunAsync("/NumItems:0");
        Assert.Equal((2, "/NumItems: NumItems = 0: out of range; allowed: an integer from 1 to 10000000.\n"
            + "sfperf: 1 problem in the parameters; nothing was started.\n"), (run.Code, run.Error));
    }

    [Fact]
    public async Task An_application_parameter_that_the_manifest_lacks_is_refused()
    {
        var run = await Invocation.RunAsync("validate", Product.File("Parameters/local1.json"),
            "--set", "ApplicationParameters.StatefulStore_PartitonCount=4");
        Assert.Equal(2, run.Code);
        Assert.StartsWith("--set: ApplicationParameters.StatefulStore_PartitonCount = 4: the application manifest has "
            + "no such parameter; allowed: ", run.Error);
        Assert.Contains("Did you mean StatefulStore_PartitionCount?", run.Error);
    }

    [Fact]
    public async Task A_profile_that_is_not_there_is_refused()
    {
        var run = await Invocation.RunAsync("validate", Product.File("Parameters/local1.json"),
            "--set", "PublishProfile=Local.6Node.xml");
        Assert.Equal(2, run.Code);
        Assert.StartsWith("--set: PublishProfile = Local.6Node.xml: there is no such file; allowed: ", run.Error);
    }

    [Theory]
    [InlineData("--help", "sfperf run Parameters/local2.json --format json")]
    [InlineData("run --help", "NumOutstandingWriteOperations")]
    [InlineData("run --help", "more: sfperf run --help --all")]
    [InlineData("run --help --all", "OperationTimeoutInMilliseconds")]
    [InlineData("run --help --all", "ApplicationParameters.NAME")]
    [InlineData("run /?", "sfperf run App.config /NumWriteOperationsTotal:100000 --format legacy")]
    [InlineData("validate -h", "sfperf validate App.config /NumItems:4096")]
    [InlineData("run --help", "the original's App.config, a workload of YCSB, or a saved run.")]
    [InlineData("cluster kill --help", "sfperf cluster kill primary fabric:/SfPerf/StatefulStore")]
    [InlineData("cluster deploy --help", "sfperf cluster deploy MyPackage --name fabric:/Mine")]
    [InlineData("deploy --help", "sfperf deploy SfPerf.sfpkg --name fabric:/SfPerf")]
    public async Task Help_ends_with_examples(string arguments, string example)
    {
        var run = await Invocation.RunAsync(arguments.Split(' '));
        Assert.Equal((0, ""), (run.Code, run.Error));
        Assert.Contains(example, run.Out);
    }

    [Theory]
    [InlineData("run", "validate", "ab", "sweep", "capacity", "scenario", "chaos", "list", "show", "compare",
        "baseline", "history", "report", "export", "merge", "selftest", "env", "package", "deploy", "schema")]
    [InlineData("cluster", "cluster start", "cluster certificate", "cluster status", "cluster health",
        "cluster deploy", "cluster remove", "cluster stop", "cluster reset", "cluster logs", "cluster move",
        "cluster restart", "cluster kill", "cluster kill node", "cluster kill primary", "cluster recover")]
    [InlineData("scenario failover", "scenario ipc", "scenario actor-reminders", "scenario table-insert",
        "scenario wcf-channel", "scenario wcf-concurrency")]
    public async Task Each_verb_has_examples_of_its_own(params string[] paths)
    {
        foreach (var path in paths)
            await HasExamplesAsync(path);
    }

    private static async Task HasExamplesAsync(string path)
    {
        var run = await Invocation.RunAsync([.. path.Split(' '), "--help"]);
        Assert.Equal(0, run.Code);
        string[] examples = [.. run.Out.Split("Examples:\n")[1].Split('\n', StringSplitOptions.RemoveEmptyEntries)];
        Assert.NotEmpty(examples);
        Assert.Contains(examples, e => e.StartsWith($"  sfperf {path}", StringComparison.Ordinal));
        Assert.DoesNotContain("Allowed: a text", run.Out);
    }

    [Theory]
    [InlineData("status")]
    [InlineData("reset")]
    public async Task A_cluster_that_does_not_run_gives_code_4(string verb)
    {
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, "cluster", verb);
        Assert.Equal((4, "", "sfperf: No cluster runs. Start one with sfperf cluster start.\n"),
            (run.Code, run.Out, run.Error));
        Assert.False(Directory.Exists(Path.Combine(home.Path, "clusters")));
    }
}
