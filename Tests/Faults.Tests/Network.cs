using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication.Tests;

namespace SfPerf.Faults.Tests;

/// <summary>
/// The ways between the replicas of a partition, each a relay of its own on loopback. A way that is cut keeps what is
/// sent and delivers it once it is mended, as a network does whose packets are sent again.
/// </summary>
internal sealed class Network : IAsyncDisposable
{
    private readonly Dictionary<(long From, long To), Relay> _relays = [];

    /// <summary>Lets every primary of the partition reach its secondaries by ways of this network.</summary>
    internal Network(TestPartition partition)
    {
        foreach (var from in partition.Replicas.Keys)
        {
            foreach (var to in partition.Replicas.Keys.Where(id => id != from))
                _relays[(from, to)] = new(() => IPEndPoint.Parse(partition.Replicas[to].Host.Address));
        }
        partition.Route = (from, to) => _relays[(from, to)].Address;
    }

    /// <summary>Cuts what a replica sends to others, and what they send to it over connections that it made.</summary>
    internal void Cut(long from, IEnumerable<long> others, bool there = true, bool back = true)
    {
        foreach (var relay in others.Select(to => _relays[(from, to)]))
            relay.Set(there, back);
    }

    /// <summary>Cuts two groups off from each other.</summary>
    internal void Part(long[] some, long[] others)
    {
        foreach (var one in some)
            Cut(one, others);
        foreach (var other in others)
            Cut(other, some);
    }

    internal void Mend()
    {
        foreach (var relay in _relays.Values)
            relay.Set(there: false, back: false);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var relay in _relays.Values)
            await relay.DisposeAsync();
    }

    private sealed class Relay : IAsyncDisposable
    {
        private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        private readonly CancellationTokenSource _stop = new();
        private readonly ConcurrentBag<Task> _streams = [];
        private readonly Func<IPEndPoint> _target;
        private readonly Task _accepting;
        private TaskCompletionSource _there = Open();
        private TaskCompletionSource _back = Open();

        internal Relay(Func<IPEndPoint> target)
        {
            _target = target;
            _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            _listener.Listen();
            _accepting = AcceptAsync();
        }

        internal string Address => _listener.LocalEndPoint!.ToString()!;

        internal void Set(bool there, bool back)
        {
            Set(ref _there, there);
            Set(ref _back, back);
        }

        public async ValueTask DisposeAsync()
        {
            await _stop.CancelAsync();
            Set(there: false, back: false);
            _listener.Dispose();
            await _accepting;
            await Task.WhenAll(_streams);
            _stop.Dispose();
        }

        private static TaskCompletionSource Open()
        {
            var open = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            open.SetResult();
            return open;
        }

        private static void Set(ref TaskCompletionSource gate, bool isCut)
        {
            if (!isCut)
                Volatile.Read(ref gate).TrySetResult();
            else if (Volatile.Read(ref gate).Task.IsCompleted)
                Volatile.Write(ref gate, new(TaskCreationOptions.RunContinuationsAsynchronously));
        }

        private async Task AcceptAsync()
        {
            try
            {
                while (true)
                    _streams.Add(ServeAsync(await _listener.AcceptAsync(_stop.Token)));
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
            {
                // The test has ended.
            }
        }

        private async Task ServeAsync(Socket client)
        {
            using var server = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            using (client)
            {
                try
                {
                    await server.ConnectAsync(_target(), _stop.Token);
                    client.NoDelay = server.NoDelay = true;
                    await Task.WhenAny(
                        PumpAsync(client, server, () => _there), PumpAsync(server, client, () => _back));
                }
                catch (Exception e) when (e is OperationCanceledException or SocketException)
                {
                    // The other side is gone.
                }
            }
        }

        private async Task PumpAsync(Socket from, Socket to, Func<TaskCompletionSource> gate)
        {
            var bytes = new byte[64 << 10];
            try
            {
                while (await from.ReceiveAsync(bytes, _stop.Token) is var count and > 0)
                {
                    await gate().Task.WaitAsync(_stop.Token);
                    for (var sent = 0; sent < count;)
                        sent += await to.SendAsync(bytes.AsMemory(sent, count - sent), _stop.Token);
                }
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
            {
                // Either side is gone.
            }
        }
    }
}
