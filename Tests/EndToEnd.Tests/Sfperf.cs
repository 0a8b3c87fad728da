using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.TestKit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>The built client, run as its user runs it, in a folder of its own.</summary>
internal sealed class Sfperf : IAsyncDisposable
{
    internal static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    /// <summary>So long the last processes may take to end on a slow machine; nobody tells them to.</summary>
    internal static readonly TimeSpan GoneLimit = TimeSpan.FromSeconds(30);

    private readonly ProcessFamily _family;

    internal Sfperf(IReadOnlyDictionary<string, string>? environment = null)
    {
        Folder = Directory.CreateTempSubdirectory("sfperf-test-").FullName;
        // Its own per-user state, so that a cluster of the person who runs the tests is neither used nor touched.
        _family = new(new Dictionary<string, string>(environment ?? new Dictionary<string, string>())
        {
            ["XDG_STATE_HOME"] = Path.Combine(Folder, "state"),
            ["XDG_DATA_HOME"] = Path.Combine(Folder, "data"),
            ["XDG_RUNTIME_DIR"] = Path.Combine(Folder, "run"),
            ["HOME"] = Folder,
            ["TMPDIR"] = Directory.CreateDirectory(Path.Combine(Folder, "tmp")).FullName,
        });
    }

    /// <summary>Gets "debug" or "release": how this test and the programs it starts were built.</summary>
    internal static string Configuration { get; } =
        Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    internal string Folder { get; }

    internal ProcessFamily Family => _family;

    internal static string Repository { get; } = Checkout.Root;

    internal static string ParameterFile(string name) => Path.Combine(Repository, "Parameters", name);

    internal RunningProgram Start(params string[] arguments) =>
        _family.Start(Program("SfPerf.Client", "sfperf.dll"), Folder, arguments);

    /// <summary>Gets the path of an assembly that was built with this test.</summary>
    internal static string Program(string project, string assembly)
    {
        var own = Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
        var bin = Path.GetDirectoryName(Path.GetDirectoryName(own))!;
        return Path.Combine(bin, project, Configuration, assembly);
    }

    internal async Task<RunningProgram> RunAsync(int expectedExitCode, params string[] arguments)
    {
        var program = Start(arguments);
        var code = await program.ExitAsync(Limit);
        if (code != expectedExitCode)
        {
            throw new InvalidOperationException(
                $"Exit code {code}, expected {expectedExitCode}.\nstdout:\n{program.Output}\nstderr:\n{program.Error}");
        }
        return program;
    }

    /// <summary>Reads the only run.json below the runs folder.</summary>
    internal JsonElement SavedRun()
    {
        var file = Directory.GetFiles(Path.Combine(Folder, "runs"), "run.json", SearchOption.AllDirectories).Single();
        using var document = JsonDocument.Parse(File.ReadAllText(file));
        return document.RootElement.Clone();
    }

    public async ValueTask DisposeAsync()
    {
        await _family.DisposeAsync();
        Directory.Delete(Folder, recursive: true);
    }
}
