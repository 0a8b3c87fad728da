using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading.Tasks;

namespace SfPerf.Machine.Runtime;

/// <summary>Reads the runtime's stream of events (NetTrace, version 4), of which it needs the events' names and
/// fields.</summary>
internal sealed class NetTraceReader(Stream stream, Action<string, IReadOnlyDictionary<string, object>> onEvent)
{
    private const byte NullTag = 1;
    private const byte BeginTag = 5;
    private const byte EndTag = 6;
    private const int TraceBytes = 48;
    private const int BlockBytesMax = 16 << 20;
    private const int NameBytesMax = 256;
    private readonly Dictionary<int, NetTraceEventType> _types = [];
    private readonly byte[] _small = new byte[NameBytesMax];
    private long _position;

    /// <summary>Reads to the end of the stream.</summary>
    /// <exception cref="EndOfStreamException">The process ended.</exception>
    /// <exception cref="InvalidDataException">This is not the format.</exception>
    internal async Task RunAsync()
    {
        await ReadAsync(_small.AsMemory(0, 8)).ConfigureAwait(false);
        Require(_small.AsSpan(0, 8).SequenceEqual("Nettrace"u8), "the stream does not begin with Nettrace");
        var format = await NameAsync().ConfigureAwait(false);
        Require(format == "!FastSerialization.1", $"format {format}");
        while (await ByteAsync().ConfigureAwait(false) is var tag && tag != NullTag)
        {
            Require(tag == BeginTag, $"tag {tag} in place of an object");
            // The object's type: begin, no type of its own, two versions, a name, end.
            await ReadAsync(_small.AsMemory(0, 2 + (2 * sizeof(int)))).ConfigureAwait(false);
            var type = await NameAsync().ConfigureAwait(false);
            Require(await ByteAsync().ConfigureAwait(false) == EndTag, "an object's type does not end");
            if (type == "Trace")
                await ReadAsync(_small.AsMemory(0, TraceBytes)).ConfigureAwait(false);
            else
                Take(type, await BlockAsync().ConfigureAwait(false));
            Require(await ByteAsync().ConfigureAwait(false) == EndTag, $"{type} does not end");
        }
    }

    private void Take(string type, byte[] block)
    {
        if (type is not ("MetadataBlock" or "EventBlock"))
            return;
        foreach (var (typeId, payload) in NetTraceBlock.Events(block))
        {
            if (type == "MetadataBlock")
            {
                var described = NetTraceEventType.Read(block.AsSpan(payload));
                _types[described.Id] = described;
            }
            else if (_types.TryGetValue(typeId, out var known))
            {
                onEvent(known.Name, known.Values(block.AsSpan(payload)));
            }
        }
    }

    private async Task<byte[]> BlockAsync()
    {
        var size = await IntAsync().ConfigureAwait(false);
        Require(size is >= 0 and <= BlockBytesMax, $"a block of {size} bytes");
        await ReadAsync(_small.AsMemory(0, (int)(-_position & 3))).ConfigureAwait(false);
        var block = new byte[size];
        await ReadAsync(block).ConfigureAwait(false);
        return block;
    }

    private async Task<string> NameAsync()
    {
        var length = await IntAsync().ConfigureAwait(false);
        Require(length is >= 0 and <= NameBytesMax, $"a name of {length} bytes");
        await ReadAsync(_small.AsMemory(0, length)).ConfigureAwait(false);
        return Encoding.ASCII.GetString(_small, 0, length);
    }

    private async Task<int> IntAsync()
    {
        await ReadAsync(_small.AsMemory(0, sizeof(int))).ConfigureAwait(false);
        return BinaryPrimitives.ReadInt32LittleEndian(_small);
    }

    private async Task<byte> ByteAsync()
    {
        await ReadAsync(_small.AsMemory(0, 1)).ConfigureAwait(false);
        return _small[0];
    }

    private async Task ReadAsync(Memory<byte> buffer)
    {
        await stream.ReadExactlyAsync(buffer).ConfigureAwait(false);
        _position += buffer.Length;
    }

    private static void Require(bool right, string what)
    {
        if (!right)
            throw new InvalidDataException($"The runtime's event stream is not understood: {what}.");
    }
}
