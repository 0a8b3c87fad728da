using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Transport;

/// <summary>
/// Represents one TCP connection that carries length-prefixed frames both ways. A thread of its own receives, with
/// blocking reads: measured at half the CPU per message of readiness callbacks. Sends gather in a buffer while another
/// send runs.
/// </summary>
public sealed partial class Connection : IDisposable
{
    /// <summary>The bytes in front of each frame: its length.</summary>
    public const int FramePrefixBytes = 4;

    private const int ThreadStackBytes = 512 << 10;
    private readonly Socket _socket;
    private readonly ConnectionOptions _options;
    private readonly TaskCompletionSource<Connection> _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private IFrameHandler? _handler;
    private ConnectionClosedException? _reason;
    private Action<bool>? _proved;

    private Connection(Socket socket, ConnectionOptions options, IFrameHandler? handler)
    {
        (_socket, _options, _handler) = (socket, options, handler);
        _polling = new ReceivePolling(options.Polling);
        _receiveBuffer = new byte[BufferBytes];
        _filling = new byte[BufferBytes];
    }

    /// <summary>Gets the peer's address.</summary>
    public EndPoint? RemoteEndPoint { get; private set; }

    /// <summary>Gets why the connection is closed, or null while it is open.</summary>
    public ConnectionClosedException? CloseReason => Volatile.Read(ref _reason);

    /// <summary>
    /// Gets a task that ends once the receive thread has ended and the handler got its last call. Never fails.
    /// </summary>
    public Task Ended => _ended.Task;

    /// <summary>Gets or sets an object of the handler's choice.</summary>
    public object? State { get; set; }

    /// <summary>Connects, shakes hands and starts to receive.</summary>
    /// <param name="address">Where a <see cref="Listener"/> of the same protocol listens.</param>
    /// <param name="options">Protocol and limits.</param>
    /// <param name="handler">Takes the frames. May be called before the returned task ends.</param>
    /// <param name="cancellationToken">Gives up and closes the socket.</param>
    /// <exception cref="SocketException">Nobody listens there. A retry may help.</exception>
    /// <exception cref="ConnectionClosedException">The other side speaks another protocol or hung up.</exception>
    public static async Task<Connection> ConnectAsync(
        IPEndPoint address, ConnectionOptions options, IFrameHandler handler, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(address);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(handler);
        cancellationToken.ThrowIfCancellationRequested();
        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        var connection = new Connection(socket, options, handler);
        connection.Start(address, "connect");
        await using var registration = cancellationToken.UnsafeRegister(
            static c => ((Connection)c!).Close("the connect was cancelled"), connection).ConfigureAwait(false);
        try
        {
            return await connection._opened.Task.ConfigureAwait(false);
        }
        catch (Exception) when (cancellationToken.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellationToken);
        }
    }

    /// <summary>
    /// Closes at once: queued frames may be lost. Safe to call from any thread, more than once; the first reason stays.
    /// The handler's last call follows on the receive thread.
    /// </summary>
    /// <param name="reason">Told to the peer if there is room, and kept in <see cref="CloseReason"/>.</param>
    /// <param name="cause">The exception behind it, kept here only.</param>
    public void Close(string reason, Exception? cause = null)
    {
        var exception = Exception(reason, cause);
        if (Interlocked.CompareExchange(ref _reason, exception, null) is not null)
        {
            if (_lingers)
                Shutdown();
            return;
        }
        TrySendCloseReason(reason);
        Shutdown();
        FailWaitingSenders(exception);
    }

    /// <summary>Closes without a particular reason.</summary>
    public void Dispose() => Close("disposed");

    internal static Connection Accept(
        Socket socket, ConnectionOptions options, Func<Connection, IFrameHandler> accept, string name,
        Action<bool>? proved)
    {
        var connection = new Connection(socket, options, handler: null) { _accept = accept, _proved = proved };
        connection.Start(connectTo: null, name);
        return connection;
    }

    private void Start(IPEndPoint? connectTo, string name) =>
        new Thread(() => Run(connectTo), ThreadStackBytes)
        {
            IsBackground = true,
            Name = $"receive {name}",
        }.UnsafeStart();

    private void Run(IPEndPoint? connectTo)
    {
        try
        {
            Open(connectTo);
            ReceiveAll();
            Close("the peer hung up");
        }
        catch (ConnectionClosedException e)
        {
            CloseAndLinger(e.Message, e);
        }
        catch (SocketException e)
        {
            Close(e.Message, e);
        }
        catch (Exception e)
        {
            // The handler's fault closes this connection and nothing else; it is kept as the reason.
            var reason = $"the handler failed: {e.Message}";
            CloseAndLinger(reason, Exception(reason, e));
        }
        End();
    }

    private void Open(IPEndPoint? connectTo)
    {
        try
        {
            _options.Prepare(_socket);
            if (connectTo is not null)
                _socket.Connect(connectTo);
            RemoteEndPoint = _socket.RemoteEndPoint;
            ShakeHands(connecting: connectTo is not null);
            _receiveThreadId = Environment.CurrentManagedThreadId;
            _handler ??= _accept!(this);
        }
        catch (Exception e)
        {
            _handler = null;
            _opened.TrySetException(_reason ?? e);
            _ = _opened.Task.Exception;
            throw;
        }
        _opened.TrySetResult(this);
    }

    private void ShakeHands(bool connecting)
    {
        var done = false;
        try
        {
            Handshake.Run(_socket, _options, connecting, needsToken: _proved is not null);
            done = true;
        }
        finally
        {
            _proved?.Invoke(done);
        }
    }

    private void End()
    {
        Shutdown();
        FailWaitingSenders(_reason!);
        try
        {
            _handler?.OnClosed(this, _reason!);
        }
        catch (Exception e)
        {
            // Nothing above this thread would catch the exception. It is kept with the reason, which later callers get.
            Volatile.Write(ref _reason, new($"{_reason!.Message} Its handler failed at the end: {e.Message}", e));
        }
        finally
        {
            ReturnReceiveBuffer();
            lock (_sendGate)
                _receiveEnded = true;
            DisposeSocketIfIdle();
            _ended.TrySetResult();
        }
    }

    private ConnectionClosedException Exception(string reason, Exception? cause) =>
        new($"Connection to {RemoteEndPoint} closed: {reason}.", cause);

    private void Shutdown()
    {
        try
        {
            if (_socket.Connected)
                _socket.Shutdown(SocketShutdown.Both);
            else
                _socket.Dispose();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Already gone: there is nothing left to shut down.
        }
    }
}
