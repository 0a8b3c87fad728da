#nullable disable

namespace System.Fabric;

[Serializable]
public struct Epoch : IComparable<Epoch>, IEquatable<Epoch>
{
    public Epoch(long dataLossNumber, long configurationNumber)
    {
        DataLossNumber = dataLossNumber;
        ConfigurationNumber = configurationNumber;
    }

    public long DataLossNumber { get; set; }

    public long ConfigurationNumber { get; set; }

    public static bool operator ==(Epoch left, Epoch right) => left.Equals(right);

    public static bool operator !=(Epoch left, Epoch right) => !left.Equals(right);

    public static bool operator <(Epoch left, Epoch right) => left.CompareTo(right) < 0;

    public static bool operator <=(Epoch left, Epoch right) => left.CompareTo(right) <= 0;

    public static bool operator >(Epoch left, Epoch right) => left.CompareTo(right) > 0;

    public static bool operator >=(Epoch left, Epoch right) => left.CompareTo(right) >= 0;

    /// <summary>Orders by data loss number, then by configuration number.</summary>
    public int CompareTo(Epoch other)
    {
        var byDataLoss = DataLossNumber.CompareTo(other.DataLossNumber);
        return byDataLoss != 0 ? byDataLoss : ConfigurationNumber.CompareTo(other.ConfigurationNumber);
    }

    public bool Equals(Epoch other) =>
        DataLossNumber == other.DataLossNumber && ConfigurationNumber == other.ConfigurationNumber;

    public override bool Equals(object obj) => obj is Epoch other && Equals(other);

    public override int GetHashCode() => HashCode.Combine(DataLossNumber, ConfigurationNumber);
}
