using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using Xunit;
using YamlDotNet.RepresentationModel;

namespace SfPerf.Client.Tests.Installing;

/// <summary>The workflows of docs/guides/ci.md, step by step, with the sfperf that was built and a simulated store. In
/// place of the SDK <c>dotnet build</c> looks for the project, and <c>dotnet run</c> starts that sfperf. A checkout
/// that holds the file <c>slower</c> has a slower store.</summary>
[Collection("installing")]
public sealed class WorkflowTests : IDisposable
{
    private const string Dotnet = """
        #!/bin/sh -e
        verb=$1; shift
        case $verb in
          build) [ -d "$1" ];;
          run)
            [ "$1 $2 $3 $4 $5 $6" = "--no-build -c Release --project Client --" ] && [ -d Client ]; shift 6
            if [ -f slower ]; then export SFPERF_SimulatedWriteInMicroseconds=20000; fi
            exec "$SFPERF" "$@";;
          *) echo "dotnet $verb?" >&2; exit 9;;
        esac

        """;

    // Six runs a side decide as well as ten, where one side is five times as slow: a pause of the machine in one run
    // does not hide that.
    private const string Seq = "#!/bin/sh\n[ \"$*\" = 10 ] && echo 1 2 3 4 5 6\n";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_workflow_of_GitHub_fails_for_a_slower_store_and_says_so_in_its_summary()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs a shell");
        var workflow = Workflow("GitHub Actions");
        Assert.Equal("pull_request", Text(workflow["on"]));
        var job = (YamlMappingNode)Assert.Single((YamlMappingNode)workflow["jobs"]).Value;
        foreach (var checkout in Steps(job).Where(s => Uses(s).StartsWith("actions/checkout@")))
            Checkout(Path.Combine(_folder.Path, Text(checkout["with"]["path"])));
        await File.WriteAllTextAsync(Path.Combine(_folder.Path, "new", "slower"), "");

        var failed = new List<(string Step, int Code)>();
        var output = "";
        foreach (var step in Steps(job).Where(s => s.Children.ContainsKey("run")))
        {
            var always = step.Children.TryGetValue("if", out var condition) && Text(condition) == "always()";
            if (failed.Count > 0 && !always)
                continue;
            var run = await BashAsync(Text(step["run"]));
            output += run.Out + run.Error;
            if (run.Code != 0)
                failed.Add((Text(step["name"]), run.Code));
        }

        Assert.True(failed is [("Compare", 98)], $"{string.Join(' ', failed)}\n{output}");
        Assert.Contains("### SfPerf: regressed", await File.ReadAllTextAsync(Path.Combine(_folder.Path, "summary.md")));
        var kept = Steps(job).Single(s => Uses(s).StartsWith("actions/upload-artifact@"));
        Assert.All(Text(kept["with"]["path"]).Split('\n'),
            path => Assert.NotEmpty(Directory.GetFileSystemEntries(_folder.Path, path)));
    }

    [Fact]
    public async Task The_job_of_GitLab_passes_for_a_faster_store_and_leaves_its_reports()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs a shell");
        var job = (YamlMappingNode)Workflow("GitLab")["performance"];
        Checkout(_folder.Path);
        var slower = Path.Combine(_folder.Path, "slower");
        await File.WriteAllTextAsync(slower, "");
        var made = await BashAsync("git init -q && git add Client Parameters slower && git -c user.name=t "
            + "-c user.email=t@example.org commit -q -m base && git update-ref refs/remotes/origin/main HEAD");
        Assert.True(made.Code == 0, made.Out + made.Error);
        File.Delete(slower);

        var script = string.Join('\n', ((YamlSequenceNode)job["script"]).Select(Text));
        var run = await BashAsync(script);
        Assert.True(run.Code == 0, run.Out + run.Error);
        Assert.Contains("improved", run.Out);
        var artifacts = (YamlMappingNode)job["artifacts"];
        string[] kept = [.. ((YamlSequenceNode)artifacts["paths"]).Select(Text), Text(artifacts["reports"]["junit"])];
        Assert.All(kept, path => Assert.NotEmpty(Directory.GetFileSystemEntries(_folder.Path, path)));
    }

    private static YamlMappingNode Workflow(string heading)
    {
        var guide = File.ReadAllText(Product.File("docs/guides/ci.md"));
        var block = Regex.Match(guide, $@"^## {heading}\n\n```yaml\n(.*?)^```$",
            RegexOptions.Multiline | RegexOptions.Singleline);
        Assert.True(block.Success, heading);
        var yaml = new YamlStream();
        yaml.Load(new StringReader(block.Groups[1].Value));
        return (YamlMappingNode)Assert.Single(yaml.Documents).RootNode;
    }

    private static IEnumerable<YamlMappingNode> Steps(YamlMappingNode job) =>
        ((YamlSequenceNode)job["steps"]).Cast<YamlMappingNode>();

    private static string Uses(YamlMappingNode step) =>
        step.Children.TryGetValue("uses", out var action) ? Text(action) : "";

    private static string Text(YamlNode node) => ((YamlScalarNode)node).Value!;

    private static void Checkout(string folder)
    {
        Directory.CreateDirectory(Path.Combine(folder, "Client"));
        File.WriteAllText(Path.Combine(folder, "Client", "here"), "");
        Directory.CreateDirectory(Path.Combine(folder, "Parameters"));
        File.Copy(Product.File("Parameters/local1.json"), Path.Combine(folder, "Parameters", "local1.json"));
    }

    private async Task<Invocation> BashAsync(string script)
    {
        var programs = Directory.CreateDirectory(Path.Combine(_folder.Path, "programs")).FullName;
        foreach (var (name, text) in new[] { ("dotnet", Dotnet), ("seq", Seq) })
        {
            var file = Path.Combine(programs, name);
            if (File.Exists(file))
                continue;
            await File.WriteAllTextAsync(file, text);
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        // Both systems stop at the first command that fails.
        return await OtherProgram.RunAsync("bash", ["-e", "-o", "pipefail", "-c", script], _folder.Path,
            new Dictionary<string, string?>
            {
                ["PATH"] = $"{programs}:{Environment.GetEnvironmentVariable("PATH")}",
                ["SFPERF"] = Product.Sfperf,
                ["SFPERF_HOME"] = Path.Combine(_folder.Path, "home"),
                ["SFPERF_TargetServiceType"] = "SimulatedService",
                ["SFPERF_SimulatedWriteInMicroseconds"] = "4000",
                ["SFPERF_SimulatedReadInMicroseconds"] = "2000",
                ["SFPERF_NumWriteOperationsTotal"] = "1000",
                // Figures that are the same on both sides may be called regressed by chance.
                ["SFPERF_NumReadOperationsTotal"] = "0",
                ["SFPERF_OperationDataSizeInBytes"] = "1024",
                ["SFPERF_NumItems"] = "64",
                ["GITHUB_WORKSPACE"] = _folder.Path,
                ["GITHUB_STEP_SUMMARY"] = Path.Combine(_folder.Path, "summary.md"),
                ["CI_PROJECT_DIR"] = _folder.Path,
                ["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] = "main",
            });
    }
}
