using System.Collections.Generic;

namespace SfPerf.LoadGenerator.Verification;

/// <summary>A set of numbers that come almost in their order: a bit each, and nothing for a block that is full. Not
/// thread safe.</summary>
internal sealed class NumberSet
{
    private const int BlockBits = 1 << 16;
    private readonly Dictionary<long, Block> _blocks = [];

    /// <summary>Adds a number.</summary>
    /// <returns>False when it is there already.</returns>
    internal bool Add(long number)
    {
        var index = number / BlockBits;
        if (!_blocks.TryGetValue(index, out var block))
            _blocks.Add(index, block = new Block());
        return block.Add((int)(number % BlockBits));
    }

    private sealed class Block
    {
        private ulong[]? _bits = new ulong[BlockBits / 64];
        private int _count;

        internal bool Add(int bit)
        {
            if (_bits is not { } bits)
                return false;
            ref var word = ref bits[bit / 64];
            var mask = 1UL << (bit % 64);
            if ((word & mask) != 0)
                return false;
            word |= mask;
            if (++_count == BlockBits)
                _bits = null;
            return true;
        }
    }
}
