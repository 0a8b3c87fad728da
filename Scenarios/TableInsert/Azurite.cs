using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>Microsoft's emulator of Azure Table storage, a Node.js program, with its tables in memory.</summary>
internal sealed class Azurite : IInsertServer
{
    private const int Tries = 3;
    private const string Module = "azurite/dist/src/table/main.js";

    // Node.js ends the emulator when its input ends, which it does when this process is gone.
    private const string Launcher = "const end=()=>process.exit(0);process.stdin.on('end',end).on('error',end)"
        + ".resume();process.argv.splice(1,0,'azurite-table');require(process.argv[2])";

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(1);
    private readonly ChildServer _process;

    private Azurite(ChildServer process, int port)
    {
        _process = process;
        Address = new Uri(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}"));
    }

    public string Name => InsertCatalogue.Azurite;

    public Uri Address { get; }

    /// <summary>Gets the identifier of its process.</summary>
    public int ProcessId => _process.ProcessId;

    /// <summary>Says what is missing to start it; null when nothing is.</summary>
    public static string? Missing() =>
        FindProgram("node") is null ? "needs node (Debian's package nodejs)"
        : FindModule() is null ? "needs azurite (npm install --prefix artifacts/npm azurite)" : null;

    /// <summary>Starts it on a free port of the loopback; the task ends when it answers.</summary>
    /// <exception cref="SfPerfException">It did not start; its last words are in the message.</exception>
    public static async Task<Azurite> StartAsync(CancellationToken token)
    {
        for (var left = Tries; ; left--)
        {
            var port = FreePort();
            try
            {
                return new Azurite(await ChildServer.StartAsync(FindProgram("node")!, Arguments(port),
                    line => line.Contains("successfully started", StringComparison.Ordinal), StartLimit, token)
                    .ConfigureAwait(false), port);
            }
            catch (SfPerfException e) when (left > 1 && e.Message.Contains("EADDRINUSE", StringComparison.Ordinal))
            {
                // Somebody took the port meanwhile.
            }
        }
    }

    public ServerCounts? Counts() => null;

    public Task<string?> EndAsync(CancellationToken token) => _process.EndAsync(EndLimit, token);

    public ValueTask DisposeAsync() => _process.DisposeAsync();

    private static IEnumerable<string> Arguments(int port) =>
    [
        "-e", Launcher, FindModule()!, "--tableHost", "127.0.0.1",
        "--tablePort", port.ToString(CultureInfo.InvariantCulture),
        "--inMemoryPersistence", "--silent", "--disableTelemetry", "--skipApiVersionCheck",
    ];

    /// <summary>Finds it beside the product or above the current folder, where npm installs it, or where the command
    /// on the path is.</summary>
    private static string? FindModule()
    {
        foreach (var start in new[] { Directory.GetCurrentDirectory(), AppContext.BaseDirectory })
        {
            for (var folder = new DirectoryInfo(start); folder is not null; folder = folder.Parent)
            {
                foreach (var modules in new[] { "node_modules", "artifacts/npm/node_modules" })
                {
                    var file = Path.Combine(folder.FullName, modules, Module);
                    if (File.Exists(file))
                        return file;
                }
            }
        }

        // The command is a link to dist/src/azurite.js.
        return FindProgram("azurite") is { } command
            && File.ResolveLinkTarget(command, returnFinalTarget: true)?.FullName is { } target
            && Path.Combine(Path.GetDirectoryName(target)!, "table", "main.js") is var main && File.Exists(main)
            ? main : null;
    }

    private static string? FindProgram(string name) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
        .SelectMany(folder => OperatingSystem.IsWindows()
            ? new[] { Path.Combine(folder, name + ".exe"), Path.Combine(folder, name + ".cmd") }
            : [Path.Combine(folder, name)])
        .FirstOrDefault(File.Exists);

    // The emulator does not tell which port it got, so it cannot choose one itself.
    private static int FreePort()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }
}
