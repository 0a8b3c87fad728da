using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Scenarios.Ipc.Servers;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>A broker of our own: on free ports, with its data in our folder, ended with all it started.</summary>
internal sealed class RabbitMqBroker : IAsyncDisposable
{
    // Without the distribution's wrapper, which insists on its own user and on its own data.
    public const string DefaultProgram = "/usr/lib/rabbitmq/bin/rabbitmq-server";
    private const string PortMapper = "epmd";
    private const string Ready = "completed with";
    private const int LinesKept = 12;
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(10);

    private readonly List<Process> _processes = [];
    private readonly Queue<string> _output = []; // Guarded by itself.
    private readonly TaskCompletionSource _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private RabbitMqBroker(string address) => Address = address;

    /// <summary>Returns what must be installed; null when all is there.</summary>
    public static string? Missing(string program) => !File.Exists(program) ? $"rabbitmq-server ({program})"
        : Programs.Find(PortMapper) is null ? $"{PortMapper}, which comes with Erlang" : null;

    public string Address { get; }

    public int[] Processes => [.. _processes.Select(p => p.Id)];

    /// <summary>Starts a broker and waits until it takes connections.</summary>
    /// <exception cref="IOException">It ended before; the message has its last words.</exception>
    public static async Task<RabbitMqBroker> StartAsync(ServerOptions options, CancellationToken token)
    {
        var (folder, host) = (options.Folder, options.Host);
        var ports = FreePorts(host, 3);
        var broker = new RabbitMqBroker(string.Create(CultureInfo.InvariantCulture, $"amqp://{host}:{ports[0]}"));
        try
        {
            // Erlang would start its port mapper in the background, where nobody ends it.
            broker.Run(Programs.Find(PortMapper)!, ["-port", Text(ports[2]), "-address", IPAddress.Loopback.ToString()],
                new() { ["HOME"] = folder });
            await File.WriteAllTextAsync(Path.Combine(folder, "enabled_plugins"), "[].", token).ConfigureAwait(false);
            await File.WriteAllTextAsync(
                Path.Combine(folder, "rabbitmq.conf"), "loopback_users = none\n", token).ConfigureAwait(false);
            var server = broker.Run(options.RabbitMqServer, [], Environment(folder, host, ports));
            var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            server.Exited += (_, _) => ended.TrySetResult();
            server.EnableRaisingEvents = true;
            await Task.WhenAny(broker._ready.Task, ended.Task).WaitAsync(token).ConfigureAwait(false);
            if (!broker._ready.Task.IsCompleted)
            {
                await OutputEndAsync(server, token).ConfigureAwait(false);
                throw new IOException($"rabbitmq-server ended with code {server.ExitCode}: {broker.LastWords()}");
            }
            return broker;
        }
        catch
        {
            await broker.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var process in _processes)
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
            using var limit = new CancellationTokenSource(EndLimit);
            await process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
            process.Dispose();
        }

        _processes.Clear();
    }

    // What a process has printed may come after its end. Another one that it has left behind may hold its output open.
    private static async Task OutputEndAsync(Process ended, CancellationToken token)
    {
        try
        {
            await ended.WaitForExitAsync(token).WaitAsync(EndLimit, token).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // Its last words are what has come until now.
        }
    }

    private static Dictionary<string, string> Environment(string folder, string host, int[] ports) => new()
    {
        ["HOME"] = folder,
        ["RABBITMQ_NODENAME"] = "sfperf@localhost",
        ["RABBITMQ_NODE_IP_ADDRESS"] = host,
        ["RABBITMQ_NODE_PORT"] = Text(ports[0]),
        ["RABBITMQ_DIST_PORT"] = Text(ports[1]),
        ["ERL_EPMD_PORT"] = Text(ports[2]),
        ["ERL_EPMD_ADDRESS"] = IPAddress.Loopback.ToString(),
        ["RABBITMQ_MNESIA_BASE"] = Path.Combine(folder, "data"),
        ["RABBITMQ_LOG_BASE"] = Path.Combine(folder, "log"),
        ["RABBITMQ_ENABLED_PLUGINS_FILE"] = Path.Combine(folder, "enabled_plugins"),
        ["RABBITMQ_CONFIG_FILE"] = Path.Combine(folder, "rabbitmq.conf"),
        ["RABBITMQ_CONF_ENV_FILE"] = Path.Combine(folder, "none"),
        ["RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS"] = "-kernel inet_dist_use_interface {127,0,0,1}",
    };

    private Process Run(string program, string[] arguments, Dictionary<string, string> environment)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        var process = new Process { StartInfo = start };
        process.OutputDataReceived += (_, e) => Take(e.Data);
        process.ErrorDataReceived += (_, e) => Take(e.Data);
        process.Start();
        _processes.Add(process);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return process;
    }

    private void Take(string? line)
    {
        if (string.IsNullOrWhiteSpace(line))
            return;
        lock (_output)
        {
            _output.Enqueue(line.Trim());
            if (_output.Count > LinesKept)
                _output.Dequeue();
        }

        if (line.Contains(Ready, StringComparison.Ordinal))
            _ready.TrySetResult();
    }

    private string LastWords()
    {
        lock (_output)
            return string.Join(" | ", _output);
    }

    private static int[] FreePorts(string host, int count)
    {
        TcpListener[] listeners =
            [.. Enumerable.Range(0, count).Select(_ => new TcpListener(IPAddress.Parse(host), 0))];
        foreach (var listener in listeners)
            listener.Start();
        int[] ports = [.. listeners.Select(l => ((IPEndPoint)l.LocalEndpoint).Port)];
        foreach (var listener in listeners)
            listener.Dispose();
        return ports;
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
