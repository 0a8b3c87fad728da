using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.IO;

namespace SfPerf.Machine.Runtime;

/// <summary>The events of one block. Each begins with the members of its header that differ from the event before.
/// </summary>
internal static class NetTraceBlock
{
    private const short CompressedFlag = 1;
    private const int GuidBytes = 16;

    [Flags]
    private enum Changed : byte
    {
        TypeId = 1,
        Sequence = 2,
        Thread = 4,
        Stack = 8,
        Activity = 16,
        RelatedActivity = 32,
        Length = 128,
    }

    /// <summary>Finds each event's type and where in the block its payload is.</summary>
    internal static List<(int TypeId, Range Payload)> Events(ReadOnlySpan<byte> block)
    {
        var events = new List<(int, Range)>();
        var offset = (int)BinaryPrimitives.ReadInt16LittleEndian(block);
        if ((BinaryPrimitives.ReadInt16LittleEndian(block[sizeof(short)..]) & CompressedFlag) == 0)
            throw new InvalidDataException("The runtime's event stream is not understood: headers in full.");
        var (typeId, length) = (0, 0);
        while (offset < block.Length)
        {
            var changed = (Changed)block[offset++];
            if (changed.HasFlag(Changed.TypeId))
                typeId = (int)Number(block, ref offset);
            if (changed.HasFlag(Changed.Sequence))
                Skip(block, ref offset, 3);
            if (changed.HasFlag(Changed.Thread))
                Skip(block, ref offset, 1);
            if (changed.HasFlag(Changed.Stack))
                Skip(block, ref offset, 1);
            // The time since the event before is always there.
            Skip(block, ref offset, 1);
            if (changed.HasFlag(Changed.Activity))
                offset += GuidBytes;
            if (changed.HasFlag(Changed.RelatedActivity))
                offset += GuidBytes;
            if (changed.HasFlag(Changed.Length))
                length = (int)Number(block, ref offset);
            if (length < 0 || length > block.Length - offset)
                throw new InvalidDataException("The runtime's event stream is not understood: an event is cut short.");
            events.Add((typeId, offset..(offset + length)));
            offset += length;
        }
        return events;
    }

    private static void Skip(ReadOnlySpan<byte> block, ref int offset, int numbers)
    {
        for (var i = 0; i < numbers; i++)
            Number(block, ref offset);
    }

    private static ulong Number(ReadOnlySpan<byte> block, ref int offset)
    {
        ulong number = 0;
        for (var shift = 0; shift < 64; shift += 7)
        {
            var part = offset < block.Length ? block[offset++]
                : throw new InvalidDataException("The runtime's event stream is not understood: a number ends early.");
            number |= (ulong)(part & 0x7F) << shift;
            if (part < 0x80)
                break;
        }
        return number;
    }
}
