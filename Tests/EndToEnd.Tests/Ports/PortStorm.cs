using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Fuzz;

namespace SfPerf.EndToEnd.Tests.Ports;

#pragma warning disable CA5394 // Chance is reproducible here on purpose.

/// <summary>
/// Hostile connections to one port, drawn from a seed: whole, cut, repeated and spoiled openings of every protocol,
/// noise, wrong lengths, bytes that trickle in, and connections that are left alone.
/// </summary>
/// <param name="port">The port.</param>
/// <param name="openings">What every port is sent.</param>
/// <param name="served">The openings that this port serves: it is sent many more of them, spoiled.</param>
/// <param name="seed">Decides everything.</param>
internal sealed class PortStorm(int port, Openings openings, byte[][] served, int seed)
{
    private const int Silent = 48;
    private const int SpoiledOfEach = 4;
    private const int SpoiledOfServed = 60;
    private const int RepeatsMax = 50;
    private const int NoiseBytesMax = 200_000;
    private const int TrickledBytes = 100;
    private static readonly TimeSpan TricklePace = TimeSpan.FromMilliseconds(30);
    private static readonly int[] Lengths = [0, -1, 1, int.MaxValue, int.MinValue, 1 << 20];
    private readonly Random _random = new(seed);
    private readonly Mutator _mutator = new(seed);
    private readonly List<Task> _ends = [];
    private readonly List<Socket> _abandoned = [];

    /// <summary>Makes all connections and waits for the end of those that the other side must end.</summary>
    /// <param name="limit">The longest that the other side may take to end a connection whose peer has ended its
    /// direction.</param>
    /// <returns>The number of connections.</returns>
    internal async Task<int> RunAsync(TimeSpan limit)
    {
        try
        {
            var trickles = openings.All.Select(TrickleAsync).ToArray();
            for (var i = 0; i < Silent; i++)
                _abandoned.Add(await ConnectAsync(port));
            var streams = Streams().ToArray();
            _random.Shuffle(streams);
            foreach (var stream in streams)
                await SendAsync(stream, limit);
            await Task.WhenAll([.. _ends, .. trickles]);
            return streams.Length + trickles.Length + Silent;
        }
        finally
        {
            _abandoned.ForEach(s => s.Dispose());
        }
    }

    /// <summary>Sends the bytes and returns, as Latin-1, what is answered until it holds what is expected (then the
    /// source is cancelled), the source is cancelled, or the other side ends the connection.</summary>
    internal static async Task<string> AskAsync(
        int port, byte[] bytes, string expected, CancellationTokenSource stop)
    {
        using var socket = await ConnectAsync(port);
        var answer = new byte[1 << 20];
        var count = 0;
        try
        {
            await socket.SendAsync(bytes, stop.Token);
            while (await socket.ReceiveAsync(answer.AsMemory(count), stop.Token) is var received and > 0)
            {
                count += received;
                if (Text().Contains(expected, StringComparison.Ordinal))
                    await stop.CancelAsync();
            }
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            // The other side has closed it before it had read everything, or waits for more.
        }
        return Text();

        string Text() => Encoding.Latin1.GetString(answer, 0, count);
    }

    private IEnumerable<byte[]> Streams()
    {
        foreach (var opening in openings.All)
        {
            yield return opening;
            yield return opening[.._random.Next(opening.Length)];
            yield return [.. Enumerable.Repeat(opening, 2 + _random.Next(RepeatsMax)).SelectMany(o => o)];
            yield return WithLength(opening, _random.Next(opening.Length));
            yield return WithLength(opening, 12 + 4 * _random.Next(2));
            for (var i = 0; i < SpoiledOfEach; i++)
                yield return _mutator.Spoil(opening, openings.All[_random.Next(openings.All.Count)]);
        }
        foreach (var opening in served.SelectMany(o => Enumerable.Repeat(o, SpoiledOfServed)))
            yield return _mutator.Spoil(opening, served[_random.Next(served.Length)]);
        yield return _mutator.Noise();
        yield return [0];
        var noise = new byte[NoiseBytesMax];
        _random.NextBytes(noise);
        yield return noise;
        // Its first byte is a record of the framing of WCF, its first bytes a hello: the reader goes on.
        yield return [0, 1, 0, 1, 2, 2, .. noise];
        yield return [.. openings.All[^1][..16], .. noise];
    }

    private byte[] WithLength(byte[] opening, int at)
    {
        byte[] changed = [.. opening];
        BitConverter.GetBytes(Lengths[_random.Next(Lengths.Length)])
            .AsSpan(0, Math.Min(sizeof(int), changed.Length - at)).CopyTo(changed.AsSpan(at));
        return changed;
    }

    private async Task SendAsync(byte[] stream, TimeSpan limit)
    {
        var socket = await ConnectAsync(port);
        switch (_random.Next(5))
        {
            case 0:
                await TrySendAsync(socket, stream);
                socket.LingerState = new LingerOption(enable: true, seconds: 0); // It is reset.
                socket.Dispose();
                break;
            case 1:
                await TrySendAsync(socket, stream);
                socket.Dispose();
                break;
            case 2:
                await TrySendAsync(socket, stream);
                _abandoned.Add(socket);
                break;
            default:
                _ends.Add(EndsAsync(socket, stream, limit));
                break;
        }
    }

    private async Task EndsAsync(Socket socket, byte[] stream, TimeSpan limit)
    {
        using var stop = new CancellationTokenSource(limit);
        var answer = new byte[4096];
        try
        {
            await socket.SendAsync(stream, stop.Token);
            socket.Shutdown(SocketShutdown.Send);
            while (await socket.ReceiveAsync(answer, stop.Token) > 0)
            {
                // Whatever it says, it must come to an end.
            }
        }
        catch (SocketException)
        {
            // The other side has closed it before it had read everything.
        }
        catch (OperationCanceledException)
        {
            throw new TimeoutException($"Port {port}, seed {seed}: not ended within {limit}: "
                + Convert.ToHexString(stream.AsSpan(0, Math.Min(stream.Length, 2000))));
        }
        finally
        {
            socket.Dispose();
        }
    }

    private async Task TrickleAsync(byte[] opening)
    {
        using var socket = await ConnectAsync(port);
        foreach (var value in opening.Take(TrickledBytes))
        {
            if (!await TrySendAsync(socket, [value]))
                return;
            await Task.Delay(TricklePace, TimeProvider.System);
        }
    }

    // What the other side does not read in time is given up: it may have stopped to read for good reason.
    private static async Task<bool> TrySendAsync(Socket socket, byte[] bytes)
    {
        using var stop = new CancellationTokenSource(TimeSpan.FromSeconds(2));
        try
        {
            await socket.SendAsync(bytes, stop.Token);
            return true;
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            return false;
        }
    }

    private static async Task<Socket> ConnectAsync(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, port);
        return socket;
    }
}
