using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using Xunit;

namespace SfPerf.Client.Tests.Installing;

/// <summary>What dotnet pack makes of the client, installed as a stranger does it: in an empty folder, without the
/// checkout.</summary>
public sealed class InstalledTool : IAsyncLifetime
{
    private readonly TemporaryFolder _folder = new();

    /// <summary>Gets the folder that all commands run in; the package is in <c>packages</c> below it.</summary>
    public string Folder => _folder.Path;

    /// <summary>Gets what the installation printed.</summary>
    internal Invocation Installation { get; private set; } = new(-1, "", "");

    private string Program => Path.Combine(Folder, "tools", OperatingSystem.IsWindows() ? "sfperf.exe" : "sfperf");

    /// <summary>Packs and installs.</summary>
    public async ValueTask InitializeAsync()
    {
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Name;
        var packages = Path.Combine(Folder, "packages");
        var publish = Path.Combine(Folder, "publish") + Path.DirectorySeparatorChar;
        await DotnetAsync("pack", Product.File("Client/SfPerf.Client.csproj"), "--no-build", "-c",
            configuration, "-o", packages, $"-p:PublishDir={publish}", "-nologo", "-v", "q");
        // No other source: nothing is asked over the network.
        var sources = Path.Combine(Folder, "nuget.config");
        await File.WriteAllTextAsync(sources, $"<configuration><packageSources><clear/><add key=\"here\" "
            + $"value=\"{packages}\"/></packageSources></configuration>");
        Installation = await DotnetAsync("tool", "install", "sfperf", "--tool-path", Path.Combine(Folder, "tools"),
            "--configfile", sources);
    }

    /// <summary>Deletes everything.</summary>
    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return default;
    }

    /// <summary>Runs the tool; fails unless it ends with code 0.</summary>
    internal async Task<Invocation> RunAsync(params string[] arguments) =>
        Succeeded(await StartAsync(Program, arguments), arguments);

    /// <summary>Runs the tool.</summary>
    internal Task<Invocation> TryAsync(params string[] arguments) => StartAsync(Program, arguments);

    private async Task<Invocation> DotnetAsync(params string[] arguments) =>
        Succeeded(await StartAsync(OtherProgram.Dotnet, arguments), arguments);

    private static Invocation Succeeded(Invocation ended, string[] arguments)
    {
        Assert.True(ended.Code == 0, $"{string.Join(' ', arguments)}: {ended.Code}\n{ended.Out}\n{ended.Error}");
        return ended;
    }

    private Task<Invocation> StartAsync(string program, string[] arguments) => OtherProgram.RunAsync(program, arguments,
        Folder, new Dictionary<string, string?>
        {
            ["SFPERF_HOME"] = Path.Combine(Folder, "home"), ["DOTNET_CLI_HOME"] = Folder,
            ["NUGET_PACKAGES"] = Path.Combine(Folder, "nuget"),
        });
}
