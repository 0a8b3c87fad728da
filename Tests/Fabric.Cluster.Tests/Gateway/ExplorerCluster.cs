using System;
using System.IO;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>A cluster of one node that serves a folder which stands for a built Service Fabric Explorer.</summary>
public sealed class ExplorerCluster : IAsyncLifetime
{
    private readonly string _root = Directory.CreateTempSubdirectory("sfperf-explorer-").FullName;

    internal RunningCluster Cluster { get; private set; } = null!;

    /// <summary>Gets the folder that is served; beside it is a file that is not.</summary>
    internal string Folder => Path.Combine(_root, "Explorer");

    public async ValueTask InitializeAsync()
    {
        _ = Directory.CreateDirectory(Path.Combine(Folder, "assets", "icons"));
        await File.WriteAllTextAsync(Path.Combine(_root, "secret.txt"), "secret");
        foreach (var name in new[]
        {
            "index.html", "main.js", "styles.css", "assets/icons/a.svg", "assets/font.woff2", "assets/data.json",
            "assets/a b+c.png", "assets/unknown.sfx", ".hidden", "a..b.js",
        })
        {
            await File.WriteAllTextAsync(Path.Combine(Folder, name), $"content of {name}");
        }
        if (!OperatingSystem.IsWindows())
        {
            _ = File.CreateSymbolicLink(Path.Combine(Folder, "link.txt"), Path.Combine(_root, "secret.txt"));
            _ = Directory.CreateSymbolicLink(Path.Combine(Folder, "up"), _root);
        }
        Cluster = await RunningCluster.StartAsync(null, "--nodes", "1", "--explorer", Folder);
        Assert.True((string?)Cluster.Line["event"] == "ready", Cluster.ErrorText);
    }

    public async ValueTask DisposeAsync()
    {
        await Cluster.DisposeAsync();
        Directory.Delete(_root, recursive: true);
    }
}
