using System;
using System.Buffers.Text;
using System.IO;

namespace SfPerf.Peers.Redis;

/// <summary>Reads replies out of the bytes received so far.</summary>
internal static class RespParser
{
    private const int LineMax = 64 << 10;
    private const int BulkMax = 512 << 20;
    private const int ItemsMax = 1 << 20;
    private const int DepthMax = 8;
    private static readonly byte[] Ok = "OK"u8.ToArray();

    /// <summary>Reads one reply.</summary>
    /// <param name="input">What was received.</param>
    /// <param name="position">Where the reply begins; behind it afterwards. Unchanged without a reply.</param>
    /// <param name="reply">The reply.</param>
    /// <returns>False when more bytes are needed.</returns>
    /// <exception cref="InvalidDataException">The bytes are no reply.</exception>
    internal static bool TryRead(ReadOnlySpan<byte> input, ref int position, out RespReply reply)
    {
        var at = position;
        if (!TryRead(input, ref at, 0, out reply))
            return false;
        position = at;
        return true;
    }

    private static bool TryRead(ReadOnlySpan<byte> input, ref int at, int depth, out RespReply reply)
    {
        reply = default;
        if (depth > DepthMax)
            throw new InvalidDataException($"A reply is nested more than {DepthMax} deep.");
        if (at >= input.Length)
            return false;
        var kind = input[at];
        if (!TryReadLine(input, ref at, out var line))
            return false;
        switch (kind)
        {
            case (byte)'+':
                reply = new RespReply(RespKind.Status, Bytes: line.SequenceEqual(Ok) ? Ok : line.ToArray());
                return true;
            case (byte)'-':
                reply = new RespReply(RespKind.Error, Bytes: line.ToArray());
                return true;
            case (byte)':':
                reply = new RespReply(RespKind.Integer, Number(line, long.MinValue, long.MaxValue));
                return true;
            case (byte)'$':
                return TryReadBulk(input, ref at, (int)Number(line, -1, BulkMax), out reply);
            case (byte)'*':
                return TryReadArray(input, ref at, (int)Number(line, -1, ItemsMax), depth, out reply);
            default:
                throw new InvalidDataException($"A reply begins with byte {kind}; is this a Redis server?");
        }
    }

    private static bool TryReadBulk(ReadOnlySpan<byte> input, ref int at, int length, out RespReply reply)
    {
        reply = new RespReply(RespKind.Null);
        if (length < 0)
            return true;
        if (input.Length - at < length + 2)
            return false;
        if (input[at + length] != '\r' || input[at + length + 1] != '\n')
            throw new InvalidDataException($"A string of {length} bytes does not end where it says.");
        reply = new RespReply(RespKind.Bulk, Bytes: input.Slice(at, length).ToArray());
        at += length + 2;
        return true;
    }

    private static bool TryReadArray(ReadOnlySpan<byte> input, ref int at, int count, int depth, out RespReply reply)
    {
        reply = new RespReply(RespKind.Null);
        if (count < 0)
            return true;
        // Each item takes 3 bytes at the least: a count that cannot be there yet allocates nothing.
        if (input.Length - at < count * 3L)
            return false;
        var items = new RespReply[count];
        for (var i = 0; i < count; i++)
        {
            if (!TryRead(input, ref at, depth + 1, out items[i]))
                return false;
        }

        reply = new RespReply(RespKind.Array, Items: items);
        return true;
    }

    private static bool TryReadLine(ReadOnlySpan<byte> input, ref int at, out ReadOnlySpan<byte> line)
    {
        var rest = input[(at + 1)..];
        var end = rest.IndexOf("\r\n"u8);
        line = end < 0 ? default : rest[..end];
        if (end < 0 && rest.Length > LineMax)
            throw new InvalidDataException($"A line of a reply is longer than {LineMax} bytes.");
        if (end >= 0)
            at += end + 3;
        return end >= 0;
    }

    private static long Number(ReadOnlySpan<byte> line, long least, long most) =>
        Utf8Parser.TryParse(line, out long number, out var used) && used == line.Length
            && number >= least && number <= most
            ? number
            : throw new InvalidDataException("A reply's number is none, or is out of range.");
}
