using System;
using System.IO;
using System.IO.Pipes;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>A named pipe of .NET, which is a Unix domain socket here.</summary>
internal sealed class NamedPipeTransport() : Transport(TransportCatalogue.NamedPipe)
{
    public override Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token)
    {
        // An absolute path as the name keeps the socket in our folder.
        var server = new PipeServer(Path.Combine(options.Folder, "pipe"));
        StreamServer.Start(server.Accept, options.Serializer);
        return Task.FromResult<RunningServer>(server);
    }

    public override IpcClient Connect(ClientOptions options)
    {
        var pipe = new NamedPipeClientStream(".", options.Address, PipeDirection.InOut);
        try
        {
            pipe.Connect((int)CallLimit.TotalMilliseconds);
            return StreamServer.Connect(pipe, options);
        }
        catch
        {
            pipe.Dispose();
            throw;
        }
    }

    private sealed class PipeServer : RunningServer
    {
        private readonly string _name;
        private readonly Lock _gate = new();
        private NamedPipeServerStream _next; // Guarded by _gate.
        private bool _stopped; // Guarded by _gate.

        public PipeServer(string name)
            : base(name)
        {
            _name = name;
            _next = Make();
        }

        public Stream Accept()
        {
            NamedPipeServerStream taken;
            lock (_gate)
                taken = _next;
            taken.WaitForConnection();
            lock (_gate)
            {
                // The socket listens as long as one instance is left, so the next one is made before this is closed.
                ObjectDisposedException.ThrowIf(_stopped, this);
                _next = Make();
            }

            return taken;
        }

        public override ValueTask DisposeAsync()
        {
            lock (_gate)
            {
                _stopped = true;
                _next.Dispose();
            }

            return ValueTask.CompletedTask;
        }

        private NamedPipeServerStream Make() => new(
            _name, PipeDirection.InOut, NamedPipeServerStream.MaxAllowedServerInstances, PipeTransmissionMode.Byte);
    }
}
