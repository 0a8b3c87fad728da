using System;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// Arrays of overwritten values, for the values to come: where all have one size, applying a record allocates no
/// array. Apply thread.
/// </summary>
internal sealed class SpareBytes
{
    private const int CountMax = 64;
    internal const int BytesMax = 64 * 1024;

    private readonly byte[]?[] _spares = new byte[CountMax][];
    private int _count;
    private int _length;

    /// <summary>Copies bytes into an array of exactly their length.</summary>
    internal byte[] Copy(ReadOnlySpan<byte> bytes)
    {
        if (_count == 0 || bytes.Length != _length)
            return bytes.ToArray();
        var array = _spares[--_count]!;
        _spares[_count] = null;
        bytes.CopyTo(array);
        return array;
    }

    /// <summary>Takes an array that no other code can reach any more.</summary>
    internal void Put(byte[] array)
    {
        if (array.Length > BytesMax)
            return;
        if (array.Length != _length)
        {
            Array.Clear(_spares);
            (_count, _length) = (0, array.Length);
        }
        if (_count < CountMax)
            _spares[_count++] = array;
    }
}
