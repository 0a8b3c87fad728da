using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>Represents one way between two processes: what its server does and what its client does.</summary>
internal abstract class Transport(string name)
{
    /// <summary>How long a call may take before its server counts as dead.</summary>
    public static readonly TimeSpan CallLimit = TimeSpan.FromSeconds(10);

    public string Name => name;

    /// <summary>Returns what must be installed for it; null when all is there.</summary>
    public virtual string? Missing(IpcSettings settings) => null;

    /// <summary>Gets whether it has a server in another process.</summary>
    public virtual bool HasServer => true;

    /// <summary>Gets whether it reaches another network.</summary>
    public virtual bool IsNetworked => false;

    /// <summary>Gets whether it brings a serializer of its own, in place of the chosen one.</summary>
    public virtual bool HasOwnSerializer => false;

    /// <summary>Returns why requests of a size cannot be sent; null when they can.</summary>
    /// <param name="bodyBytes">The encoded bytes of the request.</param>
    /// <param name="options">What its server was started with.</param>
    public virtual string? Refusal(int bodyBytes, ServerOptions options) => null;

    /// <summary>Starts the server; called in its process.</summary>
    /// <returns>The running server, ready to be called.</returns>
    public abstract Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token);

    /// <summary>Connects to the server; called in the client's process.</summary>
    public abstract IpcClient Connect(ClientOptions options);
}

/// <summary>Describes what a server is started with.</summary>
internal sealed record ServerOptions
{
    /// <summary>Gets the transport's name.</summary>
    public required string Transport { get; init; }

    /// <summary>Gets how bodies are encoded.</summary>
    public required Serializer Serializer { get; init; }

    /// <summary>Gets the bytes of the shared memory.</summary>
    public required int MapBytes { get; init; }

    /// <summary>Gets the program of the RabbitMQ broker.</summary>
    public required string RabbitMqServer { get; init; }

    /// <summary>Gets the folder of this server alone, which it makes and removes.</summary>
    public required string Folder { get; init; }

    /// <summary>Gets the address to listen at, for transports that reach another network.</summary>
    public string Host { get; init; } = "127.0.0.1";

    /// <summary>Gets the processor of the server; null for any.</summary>
    public int? Processor { get; init; }

    /// <summary>Gets the network namespace of the server; null for that of its starter.</summary>
    public string? Network { get; init; }

    /// <summary>Gets the delay of the relay between two namespaces, in each direction.</summary>
    public TimeSpan OneWayDelay { get; init; }
}

/// <summary>Specifies how a client calls.</summary>
/// <param name="Address">Where the server said it listens.</param>
/// <param name="Serializer">How bodies are encoded.</param>
/// <param name="Framing">How messages leave over a stream, on both sides.</param>
/// <param name="ClientNoDelay">Whether the client's TCP socket sends at once.</param>
/// <param name="ServerNoDelay">Whether the server's TCP socket sends at once.</param>
internal sealed record ClientOptions(
    string Address, Serializer Serializer, Framing Framing, bool ClientNoDelay, bool ServerNoDelay);

/// <summary>A server that runs, in its own process. Disposing it stops it and removes what it left.</summary>
/// <param name="address">Where clients reach it.</param>
internal class RunningServer(string address) : IAsyncDisposable
{
    public string Address => address;

    /// <summary>Gets the processes that it started and that its starter has to end if this process is killed.</summary>
    public virtual int[] Processes => [];

    public virtual ValueTask DisposeAsync() => ValueTask.CompletedTask;
}

/// <summary>The client's side of one connection. One thread at a time.</summary>
internal abstract class IpcClient : IDisposable
{
    /// <summary>Gets the encoded bytes of the last request; 0 where nobody counts them.</summary>
    public virtual int RequestBytes => 0;

    /// <summary>Has the server answer one request.</summary>
    /// <exception cref="DatagramLostException">No answer came; the next call is as good as any.</exception>
    public abstract Reply Call(byte[] content);

    public virtual void Dispose()
    {
    }
}

/// <summary>A datagram or its answer was lost.</summary>
internal sealed class DatagramLostException(Exception inner) : Exception("No answer came.", inner);

/// <summary>Sends the bytes of a request and takes the bytes of its reply. One thread at a time.</summary>
internal interface IByteExchange : IDisposable
{
    /// <summary>Returns the reply, valid until the next call.</summary>
    ArraySegment<byte> Exchange(ArraySegment<byte> request);
}

/// <summary>A client over a transport of bytes.</summary>
internal sealed class CodecClient(IByteExchange exchange, Codec codec) : IpcClient
{
    private int _requestBytes;

    public override int RequestBytes => _requestBytes;

    public override Reply Call(byte[] content)
    {
        var request = codec.EncodeRequest(content);
        _requestBytes = request.Count;
        return codec.DecodeReply(exchange.Exchange(request));
    }

    public override void Dispose()
    {
        exchange.Dispose();
        codec.Dispose();
    }
}
