using System;
using System.Linq;
using System.Threading;
using SfPerf.Platform;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// Keeps the arrays of arguments whose calls have ended, for arguments of the same length that are to come. Any thread.
/// </summary>
internal sealed class ReusedArrays
{
    // To look for a shorter one costs more than to make it. A reliable collection keeps a copy of a longer one, too,
    // but with such arrays the collector is not what calls wait for.
    internal const int BytesMin = 128;
    internal const int BytesMax = 32 << 10;

    private const int ShelfBits = 6;
    private const int ShelfBytesMax = 256 << 10;
    private const int ShelfCountMax = 256;

    private readonly Shelf[] _shelves = [.. Enumerable.Range(0, 1 << ShelfBits).Select(_ => new Shelf())];

    /// <summary>
    /// Gets those of the process; null unless its runtimeconfig.json says that its services leave the arrays of their
    /// arguments alone once a call has ended.
    /// </summary>
    internal static ReusedArrays? OfProcess { get; } =
        AppContext.TryGetSwitch("SfPerf.Fabric.Remoting.ReuseByteArrays", out var on) && on ? new() : null;

    /// <summary>Copies bytes into an array that nobody uses, a new one if there is none.</summary>
    internal byte[] Copy(ReadOnlySpan<byte> bytes)
    {
        if (!IsKept(bytes.Length) || ShelfOf(bytes.Length).Take(bytes.Length) is not { } array)
            return bytes.ToArray();
        bytes.CopyTo(array);
        return array;
    }

    /// <summary>Takes a value that nobody uses any more, if it is an array of bytes.</summary>
    internal void Return<T>(T value)
    {
        // An sbyte[] is a byte[], too, for the operator.
        if (value is byte[] array && array.GetType() == typeof(byte[]) && IsKept(array.Length))
            ShelfOf(array.Length).Put(array);
    }

    private static bool IsKept(int length) => length is >= BytesMin and <= BytesMax;

    private Shelf ShelfOf(int length) => _shelves[((uint)length * 0x9E3779B1) >> (32 - ShelfBits)];

    /// <summary>Holds arrays of the length that was returned last.</summary>
    private sealed class Shelf
    {
        private Rack? _rack;

        internal byte[]? Take(int length) =>
            Volatile.Read(ref _rack) is { } rack && rack.Length == length ? rack.Arrays.Take(out _) : null;

        internal void Put(byte[] array)
        {
            var rack = Volatile.Read(ref _rack);
            if (rack is null || rack.Length != array.Length)
                Volatile.Write(ref _rack, rack = new Rack(array.Length)); // What another thread put meanwhile is lost.
            rack.Arrays.TryPut(array);
        }
    }

    private sealed class Rack(int length)
    {
        internal int Length => length;

        internal HandedBack<byte[]> Arrays { get; } = new(Math.Min(ShelfCountMax, ShelfBytesMax / length));
    }
}
