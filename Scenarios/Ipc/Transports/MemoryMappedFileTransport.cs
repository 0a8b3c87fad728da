using System;
using System.Buffers.Binary;
using System.IO;
using System.IO.MemoryMappedFiles;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>Memory that both processes have mapped, one slot for request and reply, with a semaphore for each.
/// </summary>
internal sealed class MemoryMappedFileTransport() : Transport(TransportCatalogue.MemoryMappedFile)
{
    private const string MemoryFolder = "/dev/shm";

    public override string? Missing(IpcSettings settings) =>
        OperatingSystem.IsLinux() && Directory.Exists(MemoryFolder) ? null : $"Linux with {MemoryFolder}";

    public override string? Refusal(int bodyBytes, ServerOptions options) =>
        bodyBytes <= options.MapBytes - SharedSlot.HeaderBytes
            ? null : $"the slot has {options.MapBytes - SharedSlot.HeaderBytes} bytes (MapBytes)";

    public override Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token)
    {
        var path = Path.Combine(MemoryFolder, Path.GetFileName(options.Folder));
        var slot = SharedSlot.Create(path, options.MapBytes);
        DedicatedThread.Start(() => Serve(slot, Codec.Of(options.Serializer)));
        return Task.FromResult<RunningServer>(new MappedServer(path));
    }

    public override IpcClient Connect(ClientOptions options)
    {
        var slot = SharedSlot.Open(options.Address);
        // The memory lives as long as it is mapped; without a name it is gone with the processes, however they end.
        File.Delete(options.Address);
        return new CodecClient(new SlotExchange(slot), Codec.Of(options.Serializer));
    }

    private static void Serve(SharedSlot slot, Codec codec)
    {
        while (true)
        {
            if (slot.Requests.Wait(CallLimit))
            {
                slot.Write(codec.Answer(slot.Read()));
                slot.Replies.Post();
            }
        }
    }

    private sealed class MappedServer(string path) : RunningServer(path)
    {
        public override ValueTask DisposeAsync()
        {
            File.Delete(Address);
            return ValueTask.CompletedTask;
        }
    }

    private sealed class SlotExchange(SharedSlot slot) : IByteExchange
    {
        public ArraySegment<byte> Exchange(ArraySegment<byte> request)
        {
            slot.Write(request);
            slot.Requests.Post();
            return slot.Replies.Wait(CallLimit) ? slot.Read()
                : throw new TimeoutException($"No answer within {CallLimit.TotalSeconds:0} s.");
        }

        public void Dispose() => slot.Dispose();
    }
}

/// <summary>The mapped memory: two semaphores, a length, the body.</summary>
internal sealed unsafe class SharedSlot : IDisposable
{
    /// <summary>What the semaphores, each in a cache line of its own, and the length take.</summary>
    public const int HeaderBytes = 192;

    private const int RepliesAt = 64;
    private const int LengthAt = 128;

    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;
    private readonly byte* _memory;
    private readonly int _capacity;
    private byte[] _body = new byte[4096];

    private SharedSlot(string path, FileMode mode, int bytes)
    {
        _file = MemoryMappedFile.CreateFromFile(path, mode, null, bytes);
        _view = _file.CreateViewAccessor();
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref _memory);
        _capacity = (int)_view.Capacity - HeaderBytes;
    }

    public SharedSemaphore Requests => new((nint)_memory);

    public SharedSemaphore Replies => new((nint)(_memory + RepliesAt));

    public static SharedSlot Create(string path, int bytes)
    {
        var slot = new SharedSlot(path, FileMode.CreateNew, bytes);
        SharedSemaphore.Create((nint)slot._memory);
        SharedSemaphore.Create((nint)(slot._memory + RepliesAt));
        return slot;
    }

    public static SharedSlot Open(string path) => new(path, FileMode.Open, 0);

    public void Write(ReadOnlySpan<byte> body)
    {
        if (body.Length > _capacity)
            throw new InvalidDataException($"A body of {body.Length} bytes; the slot has {_capacity}.");
        BinaryPrimitives.WriteInt32LittleEndian(new Span<byte>(_memory + LengthAt, sizeof(int)), body.Length);
        body.CopyTo(new Span<byte>(_memory + HeaderBytes, _capacity));
    }

    /// <summary>Copies the body; valid until the next call.</summary>
    public ArraySegment<byte> Read()
    {
        var length = BinaryPrimitives.ReadInt32LittleEndian(new Span<byte>(_memory + LengthAt, sizeof(int)));
        if (length < 0 || length > _capacity)
            throw new InvalidDataException($"A body of {length} bytes; the slot has {_capacity}.");
        if (_body.Length < length)
            _body = new byte[length];
        new Span<byte>(_memory + HeaderBytes, length).CopyTo(_body);
        return new ArraySegment<byte>(_body, 0, length);
    }

    public void Dispose()
    {
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _file.Dispose();
    }
}
