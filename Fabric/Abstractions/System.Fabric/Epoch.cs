#nullable disable

namespace System.Fabric;

/// <summary>
/// The term of one primary of a partition: a data loss number and a configuration number, compared in this order.
/// </summary>
/// <remarks>A replica that has accepted an epoch refuses primaries of older ones.</remarks>
[Serializable]
public struct Epoch : IComparable<Epoch>, IEquatable<Epoch>
{
    /// <summary>Initializes a new instance of the <see cref="Epoch"/> struct.</summary>
    /// <param name="dataLossNumber">The data loss number.</param>
    /// <param name="configurationNumber">The configuration number.</param>
    public Epoch(long dataLossNumber, long configurationNumber)
    {
        DataLossNumber = dataLossNumber;
        ConfigurationNumber = configurationNumber;
    }

    /// <summary>Gets or sets the number that rises when acknowledged writes may have been lost.</summary>
    public long DataLossNumber { get; set; }

    /// <summary>Gets or sets the number that rises with each new primary, by one above bit 32.</summary>
    public long ConfigurationNumber { get; set; }

    /// <summary>Determines whether two epochs are equal.</summary>
    /// <param name="left">The first epoch.</param>
    /// <param name="right">The second epoch.</param>
    /// <returns>True if so.</returns>
    public static bool operator ==(Epoch left, Epoch right) => left.Equals(right);

    /// <summary>Determines whether two epochs differ.</summary>
    /// <param name="left">The first epoch.</param>
    /// <param name="right">The second epoch.</param>
    /// <returns>True if so.</returns>
    public static bool operator !=(Epoch left, Epoch right) => !left.Equals(right);

    /// <summary>Determines whether the first epoch is older than the second.</summary>
    /// <param name="left">The first epoch.</param>
    /// <param name="right">The second epoch.</param>
    /// <returns>True if so.</returns>
    public static bool operator <(Epoch left, Epoch right) => left.CompareTo(right) < 0;

    /// <summary>Determines whether the first epoch is older than the second or equal.</summary>
    /// <param name="left">The first epoch.</param>
    /// <param name="right">The second epoch.</param>
    /// <returns>True if so.</returns>
    public static bool operator <=(Epoch left, Epoch right) => left.CompareTo(right) <= 0;

    /// <summary>Determines whether the first epoch is newer than the second.</summary>
    /// <param name="left">The first epoch.</param>
    /// <param name="right">The second epoch.</param>
    /// <returns>True if so.</returns>
    public static bool operator >(Epoch left, Epoch right) => left.CompareTo(right) > 0;

    /// <summary>Determines whether the first epoch is newer than the second or equal.</summary>
    /// <param name="left">The first epoch.</param>
    /// <param name="right">The second epoch.</param>
    /// <returns>True if so.</returns>
    public static bool operator >=(Epoch left, Epoch right) => left.CompareTo(right) >= 0;

    /// <summary>Orders by data loss number, then by configuration number.</summary>
    /// <param name="other">The other epoch.</param>
    /// <returns>Less than zero if this epoch is the older one; zero if both are equal.</returns>
    public int CompareTo(Epoch other)
    {
        var byDataLoss = DataLossNumber.CompareTo(other.DataLossNumber);
        return byDataLoss != 0 ? byDataLoss : ConfigurationNumber.CompareTo(other.ConfigurationNumber);
    }

    /// <summary>Determines whether both numbers are equal.</summary>
    /// <param name="other">The other epoch.</param>
    /// <returns>True if both are equal.</returns>
    public bool Equals(Epoch other) =>
        DataLossNumber == other.DataLossNumber && ConfigurationNumber == other.ConfigurationNumber;

    /// <inheritdoc/>
    public override bool Equals(object obj) => obj is Epoch other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(DataLossNumber, ConfigurationNumber);
}
