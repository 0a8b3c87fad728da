using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.ServiceModel.Tests.Fuzz;

/// <summary>Spoils good bytes; the same seed spoils them the same way.</summary>
internal sealed class Mutator(int seed)
{
    private static readonly byte[] Telling =
        [0x00, 0x01, 0x06, 0x07, 0x08, 0x40, 0x7F, 0x80, 0x99, 0x9D, 0xA0, 0xFE, 0xFF];

#pragma warning disable CA5394 // Chance is reproducible here on purpose.
    private readonly Random _random = new(seed);

    internal byte[] Spoil(byte[] good, byte[] other)
    {
        var bytes = good.ToList();
        for (var changes = 1 + _random.Next(4); changes > 0 && bytes.Count > 0; changes--)
            Change(bytes, other);
        return [.. bytes];
    }

    /// <summary>Spoils a message at, or just behind, one of its records of arrays, or makes one.</summary>
    internal byte[] SpoilArray(byte[] good, byte[] other)
    {
        const byte ArrayRecord = 0x03;
        var bytes = good.ToList();
        for (var changes = 1 + _random.Next(3); changes > 0 && bytes.Count > 0; changes--)
        {
            var arrays = Enumerable.Range(0, bytes.Count).Where(i => bytes[i] == ArrayRecord).ToArray();
            var at = arrays.Length > 0 ? arrays[_random.Next(arrays.Length)] : _random.Next(bytes.Count);
            var near = Math.Min(bytes.Count - 1, at + _random.Next(12));
            switch (_random.Next(6))
            {
                case 0:
                    bytes[near] = (byte)_random.Next(256);
                    break;
                case 1:
                    // Every type of record, most of which no array can have.
                    bytes[near] = (byte)(0x80 + _random.Next(0x40));
                    break;
                case 2:
                    bytes.Insert(near, ArrayRecord);
                    break;
                case 3:
                    bytes.InsertRange(at, [ArrayRecord, 0x40, 1, 0x64, 1, (byte)_random.Next(256),
                        (byte)_random.Next(4), 1, 1, 1]);
                    break;
                case 4:
                    bytes.RemoveRange(near, Math.Min(bytes.Count - near, 1 + _random.Next(4)));
                    break;
                default:
                    Change(bytes, other);
                    break;
            }
        }

        return [.. bytes];
    }

    internal byte[] Noise()
    {
        var bytes = new byte[1 + _random.Next(300)];
        _random.NextBytes(bytes);
        return bytes;
    }

    private void Change(List<byte> bytes, byte[] other)
    {
        var at = _random.Next(bytes.Count);
        var count = Math.Min(bytes.Count - at, 1 + _random.Next(16));
        switch (_random.Next(7))
        {
            case 0:
                bytes[at] ^= (byte)(1 << _random.Next(8));
                break;
            case 1:
                bytes[at] = Telling[_random.Next(Telling.Length)];
                break;
            case 2:
                bytes.RemoveRange(at, count);
                break;
            case 3:
                bytes.InsertRange(at, bytes.GetRange(at, count));
                break;
            case 4:
                bytes.RemoveRange(at, bytes.Count - at);
                break;
            case 5:
                // A length of five bytes, up to two gigabytes.
                bytes.InsertRange(at, [0xFF, 0xFF, 0xFF, 0xFF, (byte)_random.Next(16)]);
                break;
            default:
                bytes.InsertRange(at, other.AsSpan(_random.Next(other.Length)).ToArray().Take(64));
                break;
        }
    }
#pragma warning restore CA5394
}
