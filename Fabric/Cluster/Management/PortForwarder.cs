using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform.Admission;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>
/// Listens on loopback at the ports that manifests fix and passes each connection on to one of the processes behind it,
/// in turn, as the load balancer in front of a cluster does. The nodes of this cluster share one machine, where only
/// one of them could have the port.
/// </summary>
/// <param name="admission">Who may connect: the processes see connections of this one.</param>
internal sealed class PortForwarder(AdmissionPolicy admission) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<int, Door> _doors = [];          // guarded by _gate
    private readonly SortedDictionary<int, string> _problems = []; // guarded by _gate

    /// <summary>Gets a sentence for each port that could not be listened at.</summary>
    internal string[] Problems
    {
        get
        {
            lock (_gate)
                return [.. _problems.Values];
        }
    }

    /// <summary>
    /// Sets where the connections to each port go. A port without a process is listened at and refuses; one that is no
    /// longer named is closed.
    /// </summary>
    internal void Set(IReadOnlyDictionary<int, IPEndPoint[]> targets)
    {
        lock (_gate)
        {
            foreach (var port in _doors.Keys.Except(targets.Keys).ToArray())
            {
                _doors[port].Dispose();
                _ = _doors.Remove(port);
            }
            foreach (var port in _problems.Keys.Except(targets.Keys).ToArray())
                _ = _problems.Remove(port);
            foreach (var (port, processes) in targets)
            {
                if (_doors.TryGetValue(port, out var door))
                    door.Targets = processes;
                else
                    Open(port, processes);
            }
        }
    }

    public ValueTask DisposeAsync()
    {
        Set(new Dictionary<int, IPEndPoint[]>());
        return ValueTask.CompletedTask;
    }

    private void Open(int port, IPEndPoint[] processes)
    {
        var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            listener.Bind(new IPEndPoint(IPAddress.Loopback, port));
            listener.Listen();
            _doors[port] = new(listener, admission) { Targets = processes };
            _ = _problems.Remove(port);
        }
        catch (SocketException e)
        {
            listener.Dispose();
            _problems[port] = $"Port {port}, which a manifest fixes, cannot be listened at: {e.Message}. The service "
                + "is reached at the addresses that it publishes.";
        }
    }

    private sealed class Door : IDisposable
    {
        private readonly Socket _listener;
        private readonly AdmissionPolicy _admission;
        private readonly CancellationTokenSource _closed = new();
        private int _turn;

        internal Door(Socket listener, AdmissionPolicy admission)
        {
            (_listener, _admission) = (listener, admission);
            _ = AcceptAsync(_closed.Token);
        }

        internal volatile IPEndPoint[] Targets = [];

        public void Dispose()
        {
            _closed.Cancel();
            _listener.Dispose();
        }

        private async Task AcceptAsync(CancellationToken token)
        {
            while (!token.IsCancellationRequested)
            {
                try
                {
                    var socket = await _listener.AcceptAsync(token).ConfigureAwait(false);
                    _ = ServeAsync(socket, token);
                }
                catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException)
                {
                    return;
                }
                catch (SocketException)
                {
                    // One connection failed before it was taken, or there is no descriptor for it: others go on.
                    await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, CancellationToken.None)
                        .ConfigureAwait(false);
                }
            }
        }

        private async Task ServeAsync(Socket client, CancellationToken token)
        {
            using var closing = client;
            try
            {
                if (_admission.Judge(client) != Verdict.Admitted)
                {
                    Refusals.OfProcess.Note("a port of a manifest");
                    return;
                }
                using var process = await ConnectAsync(token).ConfigureAwait(false);
                if (process is null)
                    return;
                // Both streams are made before either direction ends, because a socket that is shut down for sending
                // yields no stream.
                var clientStream = new NetworkStream(client, ownsSocket: false);
                await using var clientEnd = clientStream.ConfigureAwait(false);
                var processStream = new NetworkStream(process, ownsSocket: false);
                await using var processEnd = processStream.ConfigureAwait(false);
                await Task.WhenAll(PumpAsync(clientStream, processStream, token),
                    PumpAsync(processStream, clientStream, token)).ConfigureAwait(false);
            }
            catch (Exception e) when (
                e is IOException or SocketException or ObjectDisposedException or OperationCanceledException)
            {
                // Either end has gone, or the cluster stops: closing both tells the other one.
            }
        }

        // A process that has just ended refuses; the next one is asked.
        private async Task<Socket?> ConnectAsync(CancellationToken token)
        {
            var targets = Targets;
            for (var tries = 0; tries < targets.Length; tries++)
            {
                var target = targets[(uint)Interlocked.Increment(ref _turn) % (uint)targets.Length];
                var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
                {
                    NoDelay = true,
                };
                try
                {
                    await socket.ConnectAsync(target, token).ConfigureAwait(false);
                    return socket;
                }
                catch (SocketException)
                {
                    socket.Dispose();
                }
            }
            return null;
        }

        // Each direction ends on its own: a client may have said all and still wait for the answer. A direction that
        // breaks ends the other one, which would wait for ever.
        private static async Task PumpAsync(NetworkStream from, NetworkStream to, CancellationToken token)
        {
            try
            {
                await from.CopyToAsync(to, token).ConfigureAwait(false);
                to.Socket.Shutdown(SocketShutdown.Send);
            }
            catch
            {
                from.Socket.Dispose();
                to.Socket.Dispose();
                throw;
            }
        }
    }
}
