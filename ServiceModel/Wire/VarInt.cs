using System.ServiceModel;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Sizes as [MC-NMF] writes them: seven bits a byte, the lowest first, at most five bytes.</summary>
internal static class VarInt
{
    internal const int BytesMax = 5;

    internal static int SizeOf(int value)
    {
        var size = 1;
        for (var rest = (uint)value >> 7; rest != 0; rest >>= 7)
            size++;
        return size;
    }

    internal static int Write(Span<byte> target, int value)
    {
        var at = 0;
        var rest = (uint)value;
        for (; rest >= 0x80; rest >>= 7)
            target[at++] = (byte)(rest | 0x80);
        target[at++] = (byte)rest;
        return at;
    }

    /// <summary>Reads a size; false when its last byte has not arrived yet.</summary>
    /// <exception cref="ProtocolException">The size has more than five bytes or more than 31 bits.</exception>
    internal static bool TryRead(ReadOnlySpan<byte> source, out int value, out int size)
    {
        uint sum = 0;
        for (var i = 0; i < source.Length && i < BytesMax; i++)
        {
            sum |= (uint)(source[i] & 0x7f) << (7 * i);
            if (source[i] >= 0x80)
                continue;
            if (i == BytesMax - 1 && source[i] > 0x07)
                break;
            value = (int)sum;
            size = i + 1;
            return true;
        }

        if (source.Length >= BytesMax)
            throw new ProtocolException("A record's size is longer than 31 bits.");
        value = 0;
        size = 0;
        return false;
    }
}
