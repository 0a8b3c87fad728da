using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using Xunit;

namespace SfPerf.Client.Tests.Installing;

/// <summary>The self-contained archive, unpacked where no .NET is to be found, and the container that is made of it.
/// </summary>
[Collection("installing")]
public sealed class ArchiveTests : IDisposable
{
    private const string Runtime = "linux-x64";
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_archive_runs_a_cluster_with_no_other_runtime_than_its_own()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.Is64BitProcess, $"needs {Runtime}");
        var archives = Path.Combine(_folder.Path, "archives");
        var made = await OtherProgram.RunAsync(OtherProgram.Dotnet, ["build", Product.File("eng/Archive.proj"),
            $"-p:Runtime={Runtime}", $"-p:ProductConfiguration={Product.Configuration}", "-p:ProductIsBuilt=true",
            $"-p:ArchiveFolder={archives}", "-nologo", "-v", "q"], Product.Root, new Dictionary<string, string?>());
        Assert.SkipWhen(Regex.IsMatch(made.Out, "error NU[0-9]+"), "needs the .NET runtime's packages");
        Assert.True(made.Code == 0, made.Out + made.Error);
        await CheckContainerAsync(archives);

        var unpacked = Directory.CreateDirectory(Path.Combine(_folder.Path, "elsewhere")).FullName;
        var tar = await OtherProgram.RunAsync("tar", ["-xzf", Path.Combine(archives, $"sfperf-{Runtime}.tar.gz")],
            unpacked, new Dictionary<string, string?>());
        Assert.True(tar.Code == 0, tar.Error);
        Assert.Matches("^sfperf [0-9.]+\n", (await RunAsync(unpacked, "--version")).Out);
        var run = await RunAsync(unpacked, "run", "--set", "PublishProfile=Local.1Node", "--quiet",
            "/NumWriteOperationsTotal:64", "/NumReadOperationsTotal:64", "/NumItems:8");
        Assert.True(run.Code == 0, run.Out + run.Error);
        Assert.Contains("1 node, ", run.Out);

        // There is no other: without its own nothing starts.
        Directory.Move(Path.Combine(unpacked, "sfperf", "dotnet"), Path.Combine(unpacked, "gone"));
        Assert.NotEqual(0, (await RunAsync(unpacked, "--version")).Code);
    }

    // Without a container engine: every file that is copied is there, and so are the program and its folders.
    private static async Task CheckContainerAsync(string context)
    {
        var lines = (await File.ReadAllLinesAsync(Product.File("eng/Containerfile")))
            .Where(l => l.Length > 0 && l[0] is not ('#' or ' ')).ToArray();
        Assert.StartsWith("FROM ", lines[0]);
        var runtime = Assert.Single(lines, l => l.StartsWith("ARG RUNTIME="))["ARG RUNTIME=".Length..];
        var copied = lines.Where(l => l.StartsWith("ADD ") || l.StartsWith("COPY ")).ToArray();
        Assert.NotEmpty(copied);
        Assert.All(copied.SelectMany(l => l.Split(' ')[1..^1]),
            f => Assert.True(File.Exists(Path.Combine(context, f.Replace("${RUNTIME}", runtime))), f));
        Assert.Contains("ENTRYPOINT [\"/opt/sfperf/sfperf\"]", lines);
        Assert.EndsWith(" /opt/", copied[0]);
    }

    // No path, no variable of .NET: neither a program nor a runtime of this machine is found.
    private static Task<Invocation> RunAsync(string unpacked, params string[] arguments)
    {
        var environment = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>().Select(v => (string)v.Key)
            .Where(n => n.StartsWith("DOTNET", StringComparison.Ordinal)).ToDictionary(n => n, _ => (string?)null);
        environment["PATH"] = unpacked;
        environment["DOTNET_ROOT"] = unpacked;
        environment["SFPERF_HOME"] = Path.Combine(unpacked, "home");
        return OtherProgram.RunAsync(Path.Combine(unpacked, "sfperf", "sfperf"), arguments, unpacked, environment);
    }
}
