using System;
using System.IO;
using System.Net.Sockets;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>
/// Describes what servers over streams have in common: a thread for each connection, whose first byte says how the
/// server is to send.
/// </summary>
internal static class StreamServer
{
    private const byte OneWrite = 1;
    private const byte NoDelay = 2;

    /// <summary>Says how the server is to send, and returns the connection to call over.</summary>
    public static IpcClient Connect(Stream stream, ClientOptions options)
    {
        stream.WriteByte((byte)((options.Framing == Framing.OneWrite ? OneWrite : 0)
            | (options.ServerNoDelay ? NoDelay : 0)));
        return new CodecClient(
            new StreamExchange(new FramedStream(stream, options.Framing)), Codec.Of(options.Serializer));
    }

    /// <summary>Takes connections on a thread of its own until taking one fails, as it does once the listener is
    /// disposed.</summary>
    /// <param name="accept">Waits for a connection.</param>
    /// <param name="serializer">How bodies are encoded.</param>
    /// <param name="sendAtOnce">Sets whether a connection sends at once.</param>
    public static void Start(Func<Stream> accept, Serializer serializer, Action<Stream, bool>? sendAtOnce = null) =>
        DedicatedThread.Start(() =>
        {
            try
            {
                while (true)
                {
                    var stream = accept();
                    DedicatedThread.Start(() => Serve(stream, serializer, sendAtOnce));
                }
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException or IOException)
            {
                // The listener is disposed.
            }
        });

    private static void Serve(Stream stream, Serializer serializer, Action<Stream, bool>? sendAtOnce)
    {
        using var owned = stream;
        try
        {
            var hello = stream.ReadByte();
            if (hello < 0)
                return;
            sendAtOnce?.Invoke(stream, (hello & NoDelay) != 0);
            using var framed = new FramedStream(
                stream, (hello & OneWrite) != 0 ? Framing.OneWrite : Framing.TwoWrites);
            var codec = Codec.Of(serializer);
            while (framed.Read() is { } request)
                framed.Write(codec.Answer(request));
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The client went away.
        }
        catch (Exception e)
        {
            Console.Error.WriteLine($"A request was not answered: {e.Message}");
        }
    }

    private sealed class StreamExchange(FramedStream framed) : IByteExchange
    {
        public ArraySegment<byte> Exchange(ArraySegment<byte> request)
        {
            framed.Write(request);
            return framed.Read() ?? throw new EndOfStreamException("The server closed the connection.");
        }

        public void Dispose() => framed.Dispose();
    }
}
