using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Wire;

/// <summary>The records of [MC-NMF]'s singleton mode, one message in chunks each way and then End, after which the
/// connection takes the next preamble.</summary>
internal static class StreamedExchange
{
    /// <summary>Writes a message, if there is one, and End.</summary>
    internal static async Task WriteAsync(SocketConnection connection, OutputBuffer? message)
    {
        Append(connection, message);
        await connection.FlushAsync().ConfigureAwait(false);
    }

    /// <summary>Reads a message and End; no message when End came at once. Mono's server closes instead of End, and
    /// then the connection takes no other preamble.</summary>
    /// <exception cref="MessageTooLargeException">The next chunk would make it too large; it was not read.</exception>
    /// <exception cref="CommunicationException">The other side sent a fault, no singleton, or closed.</exception>
    internal static async Task<(OutputBuffer? Message, bool HasEnded)> ReadAsync(
        SocketConnection connection, int bytesMax, string via)
    {
        if (!await HasMoreAsync(connection).ConfigureAwait(false))
            return (null, false);
        var kind = await ReadKindAsync(connection, via).ConfigureAwait(false);
        if (kind == RecordKind.End)
            return (null, true);
        if (kind != RecordKind.UnsizedEnvelope)
            throw new ProtocolException($"A record of kind 0x{(byte)kind:X2} cannot stand in a singleton message.");
        var message = new OutputBuffer();
        try
        {
            while (await ReadSizeAsync(connection).ConfigureAwait(false) is var size and > 0)
            {
                if (size > bytesMax - message.Count)
                    throw new MessageTooLargeException((long)size + message.Count, bytesMax);
                await ReadChunkAsync(connection, message, size).ConfigureAwait(false);
            }

            if (!await HasMoreAsync(connection).ConfigureAwait(false))
                return (message, false);
            if (await ReadKindAsync(connection, via).ConfigureAwait(false) != RecordKind.End)
                throw new ProtocolException("A singleton message was not followed by End.");
            return (message, true);
        }
        catch
        {
            message.Release();
            throw;
        }
    }

    private static void Append(SocketConnection connection, OutputBuffer? message)
    {
        lock (connection.Gate)
        {
            var output = connection.Pending;
            if (message is not null)
            {
                output.WriteByte((byte)RecordKind.UnsizedEnvelope);
                Span<byte> size = stackalloc byte[VarInt.BytesMax];
                output.Write(size[..VarInt.Write(size, message.Count)]);
                output.Write(message.Written.Span);
                output.WriteByte(0);
            }

            output.WriteByte((byte)RecordKind.End);
        }
    }

    // The buffer grows with what arrives, not with what a chunk's size claims.
    private static async Task ReadChunkAsync(SocketConnection connection, OutputBuffer message, int size)
    {
        while (size > 0)
        {
            if (connection.Input.IsEmpty)
                await FillAsync(connection).ConfigureAwait(false);
            var piece = Math.Min(size, connection.Input.Length);
            message.Write(connection.Input[..piece]);
            connection.Consume(piece);
            size -= piece;
        }
    }

    private static async Task<RecordKind> ReadKindAsync(SocketConnection connection, string via)
    {
        if (connection.Input.IsEmpty)
            await FillAsync(connection).ConfigureAwait(false);
        var kind = (RecordKind)connection.Input[0];
        connection.Consume(1);
        if (kind != RecordKind.Fault)
            return kind;
        while (true)
        {
            if (FramingFaults.Read(connection.Input, via) is { } fault)
                throw fault;
            await FillAsync(connection).ConfigureAwait(false);
        }
    }

    private static async Task<int> ReadSizeAsync(SocketConnection connection)
    {
        while (true)
        {
            if (VarInt.TryRead(connection.Input, out var size, out var used))
            {
                connection.Consume(used);
                return size;
            }

            await FillAsync(connection).ConfigureAwait(false);
        }
    }

    private static async ValueTask<bool> HasMoreAsync(SocketConnection connection) =>
        !connection.Input.IsEmpty || await connection.FillAsync().ConfigureAwait(false);

    private static async Task FillAsync(SocketConnection connection)
    {
        if (!await connection.FillAsync().ConfigureAwait(false))
            throw new CommunicationException("The other side closed the connection within a message.");
    }
}
