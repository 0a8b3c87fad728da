using System.Buffers;

namespace SfPerf.ServiceModel.Wire;

/// <summary>The arrays of connections and messages: usual ones from the shared pool. One longer than a mebibyte is the
/// collector's as soon as its message is done: the pool would keep it, and several of each size, for ever.</summary>
internal static class ByteArrays
{
    internal const int PooledMax = 1 << 20;

    /// <summary>Tells whether an array is not the pool's, so that whoever still names it keeps it.</summary>
    internal static bool IsLong(byte[]? array) => array?.Length > PooledMax;

    internal static byte[] Rent(int length) =>
        length <= PooledMax ? ArrayPool<byte>.Shared.Rent(length) : GC.AllocateUninitializedArray<byte>(length);

    internal static void Return(byte[] array)
    {
        if (array.Length is > 0 and <= PooledMax)
            ArrayPool<byte>.Shared.Return(array);
    }
}
