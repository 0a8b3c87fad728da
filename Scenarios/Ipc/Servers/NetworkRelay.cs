using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.Scenarios.Ipc.Transports;

namespace SfPerf.Scenarios.Ipc.Servers;

/// <summary>Two network namespaces and what lies between them: packets of one come out in the other after a delay, in
/// order. A process of its own; the namespaces have no names, so they are gone with it and its servers.</summary>
internal static class NetworkRelay
{
    /// <summary>What stands in place of a transport's name.</summary>
    public const string Name = "NetworkRelay";

    /// <summary>The address of servers.</summary>
    public const string ServerHost = "10.213.7.2";

    private const string ClientHost = "10.213.7.1";
    private const string Device = "sfperf0";
    private const string AddressTool = "ip";
    private const string EnterTool = "nsenter";

    /// <summary>Returns what is missing; null when all is there.</summary>
    public static string? Missing => !NetworkNamespace.MayCreate ? "root"
        : Programs.Find(AddressTool) is null ? "iproute2" : Programs.Find(EnterTool) is null ? "util-linux" : null;

    /// <summary>Gets the command that starts a program in a namespace.</summary>
    public static string[] StartIn(string network) => [Programs.Find(EnterTool)!, $"--net={network}", "--"];

    /// <summary>Makes both networks; the relay runs until the process ends.</summary>
    public static async Task<RunningServer> ServeAsync(TimeSpan delay)
    {
        var (client, server) = (new Side(), new Side());
        client.Start(ClientHost, server, delay);
        server.Start(ServerHost, client, delay);
        var networks = await Task.WhenAll(client.Ready, server.Ready).ConfigureAwait(false);
        return new RunningServer(new Networks(networks[0], networks[1]).ToString());
    }

    /// <summary>Represents one network, with the packets that are on their way to it.</summary>
    private sealed class Side
    {
        private const int PacketBytesMax = 65_536;
        private const int PacketsMax = 10_000;

        // Guarded by itself; pulsed when it is no longer empty.
        private readonly Queue<(long Due, byte[] Packet)> _coming = [];
        private readonly TaskCompletionSource<string> _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task<string> Ready => _ready.Task;

        // A namespace belongs to a thread: the one that reads makes it and stays in it.
        public void Start(string address, Side other, TimeSpan delay) => DedicatedThread.Start(() =>
        {
            try
            {
                NetworkNamespace.Create();
                var device = TunDevice.Open(Device);
                Configure("link", "set", "lo", "up");
                Configure("address", "add", $"{address}/24", "dev", Device);
                Configure("link", "set", Device, "up");
                DedicatedThread.Start(() => Deliver(device));
                _ready.SetResult(NetworkNamespace.Current);
                Take(device, other, (long)(delay.TotalSeconds * Stopwatch.Frequency));
            }
            catch (Exception e) when (e is Win32Exception or IOException)
            {
                if (!_ready.TrySetException(e))
                    Console.Error.WriteLine($"The relay of {address} ended: {e.Message}");
            }
        });

        private static void Take(TunDevice device, Side other, long delay)
        {
            var buffer = new byte[PacketBytesMax];
            while (true)
            {
                var count = device.Read(buffer);
                other.Add(Stopwatch.GetTimestamp() + delay, buffer.AsSpan(0, count).ToArray());
            }
        }

        // A full queue loses packets, as a network does.
        private void Add(long due, byte[] packet)
        {
            lock (_coming)
            {
                if (_coming.Count < PacketsMax)
                    _coming.Enqueue((due, packet));
                Monitor.Pulse(_coming);
            }
        }

        private (long Due, byte[] Packet) Next()
        {
            lock (_coming)
            {
                while (_coming.Count == 0)
                    Monitor.Wait(_coming);
                return _coming.Dequeue();
            }
        }

        private void Deliver(TunDevice device)
        {
            while (true)
            {
                var (due, packet) = Next();
                while (Stopwatch.GetTimestamp() is var now && now < due)
                    FineSleep.For((long)Stopwatch.GetElapsedTime(now, due).TotalNanoseconds);
                _ = device.Write(packet);
            }
        }

        private static void Configure(params string[] arguments)
        {
            using var process = Process.Start(new ProcessStartInfo(Programs.Find(AddressTool)!, arguments)
            {
                RedirectStandardError = true,
            })!;
            var error = process.StandardError.ReadToEnd();
            process.WaitForExit();
            if (process.ExitCode != 0)
                throw new IOException($"ip {string.Join(' ', arguments)}: {error.Trim()}");
        }
    }
}

/// <summary>The files that stand for the two namespaces.</summary>
/// <param name="Client">That of the client.</param>
/// <param name="Server">That of the servers.</param>
internal sealed record Networks(string Client, string Server)
{
    public static Networks Parse(string text) =>
        text.Split(Path.PathSeparator) is [var client, var server] ? new(client, server)
        : throw new FormatException($"'{text}' names no two namespaces.");

    public override string ToString() => string.Join(Path.PathSeparator, Client, Server);
}

/// <summary>Programs of the system.</summary>
internal static class Programs
{
    /// <summary>Returns the path of a program; null when it is not installed.</summary>
    public static string? Find(string name) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
}
