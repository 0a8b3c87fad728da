#nullable disable

using System.Globalization;
using System.Numerics;

namespace System.Fabric;

/// <summary>A 128-bit node identity, printed as hexadecimal digits without leading zeros. Immutable.</summary>
public class NodeId
{
    private static readonly BigInteger HalfMax = ulong.MaxValue;

    /// <summary>Initializes a new instance of the <see cref="NodeId"/> class.</summary>
    /// <param name="high">The upper 64 bits, as a number from 0 to <see cref="ulong.MaxValue"/>.</param>
    /// <param name="low">The lower 64 bits, as a number from 0 to <see cref="ulong.MaxValue"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">A number does not fit in 64 bits.</exception>
    public NodeId(BigInteger high, BigInteger low)
    {
        High = InRange(high, nameof(high));
        Low = InRange(low, nameof(low));
    }

    /// <summary>Gets the upper 64 bits.</summary>
    public BigInteger High { get; }

    /// <summary>Gets the lower 64 bits.</summary>
    public BigInteger Low { get; }

    /// <summary>Determines whether two ids are equal. Null equals null only.</summary>
    /// <param name="value1">The first id.</param>
    /// <param name="value2">The second id.</param>
    /// <returns>True if both are equal.</returns>
    public static bool operator ==(NodeId value1, NodeId value2) =>
        value1 is null ? value2 is null : value1.Equals(value2);

    /// <summary>Determines whether two ids differ.</summary>
    /// <param name="value1">The first id.</param>
    /// <param name="value2">The second id.</param>
    /// <returns>True if they differ.</returns>
    public static bool operator !=(NodeId value1, NodeId value2) => !(value1 == value2);

    /// <summary>
    /// Reads what <see cref="ToString"/> gives: 1 to 32 hexadecimal digits of either case, without prefix.
    /// </summary>
    /// <param name="from">The text; null is no id.</param>
    /// <param name="parsedNodeId">The id; null if the text is none.</param>
    /// <returns>True if the text is an id.</returns>
    public static bool TryParse(string from, out NodeId parsedNodeId)
    {
        parsedNodeId = null;
        if (!UInt128.TryParse(from, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value))
            return false;
        parsedNodeId = new NodeId((ulong)(value >> 64), (ulong)value);
        return true;
    }

    /// <inheritdoc/>
    public override bool Equals(object obj) => obj is NodeId other && High == other.High && Low == other.Low;

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(High, Low);

    /// <summary>Gives the id in lower-case hexadecimal digits without leading zeros.</summary>
    /// <returns>1 to 32 digits.</returns>
    public override string ToString() =>
        new UInt128((ulong)High, (ulong)Low).ToString("x", CultureInfo.InvariantCulture);

    private static BigInteger InRange(BigInteger half, string name) =>
        half.Sign >= 0 && half <= HalfMax ? half : throw new ArgumentOutOfRangeException(name, half, null);
}
