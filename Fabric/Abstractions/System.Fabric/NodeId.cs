#nullable disable

using System.Globalization;
using System.Numerics;

namespace System.Fabric;

/// <summary>A 128-bit node identity, printed as hexadecimal digits without leading zeros.</summary>
public class NodeId
{
    private static readonly BigInteger HalfMax = ulong.MaxValue;

    public NodeId(BigInteger high, BigInteger low)
    {
        High = InRange(high, nameof(high));
        Low = InRange(low, nameof(low));
    }

    public BigInteger High { get; }

    public BigInteger Low { get; }

    public static bool operator ==(NodeId value1, NodeId value2) =>
        value1 is null ? value2 is null : value1.Equals(value2);

    public static bool operator !=(NodeId value1, NodeId value2) => !(value1 == value2);

    public static bool TryParse(string from, out NodeId parsedNodeId)
    {
        parsedNodeId = null;
        if (!UInt128.TryParse(from, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value))
            return false;
        parsedNodeId = new NodeId((ulong)(value >> 64), (ulong)value);
        return true;
    }

    public override bool Equals(object obj) => obj is NodeId other && High == other.High && Low == other.Low;

    public override int GetHashCode() => HashCode.Combine(High, Low);

    public override string ToString() =>
        new UInt128((ulong)High, (ulong)Low).ToString("x", CultureInfo.InvariantCulture);

    private static BigInteger InRange(BigInteger half, string name) =>
        half.Sign >= 0 && half <= HalfMax ? half : throw new ArgumentOutOfRangeException(name, half, null);
}
