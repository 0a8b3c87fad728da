using System;

namespace SfPerf.Fabric.Log.Records;

/// <summary>The term of a primary: compared by data loss number, then by configuration number.</summary>
/// <param name="DataLossNumber">Changes when acknowledged writes may have been lost.</param>
/// <param name="ConfigurationNumber">Rises with every primary.</param>
public readonly record struct LogEpoch(long DataLossNumber, long ConfigurationNumber) : IComparable<LogEpoch>
{
    /// <inheritdoc/>
    public int CompareTo(LogEpoch other) => DataLossNumber != other.DataLossNumber
        ? DataLossNumber.CompareTo(other.DataLossNumber)
        : ConfigurationNumber.CompareTo(other.ConfigurationNumber);

    /// <summary>Whether the left is older.</summary>
    public static bool operator <(LogEpoch left, LogEpoch right) => left.CompareTo(right) < 0;

    /// <summary>Whether the left is newer.</summary>
    public static bool operator >(LogEpoch left, LogEpoch right) => left.CompareTo(right) > 0;

    /// <summary>Whether the left is older or the same.</summary>
    public static bool operator <=(LogEpoch left, LogEpoch right) => left.CompareTo(right) <= 0;

    /// <summary>Whether the left is newer or the same.</summary>
    public static bool operator >=(LogEpoch left, LogEpoch right) => left.CompareTo(right) >= 0;

    /// <inheritdoc/>
    public override string ToString() => $"{DataLossNumber}:{ConfigurationNumber}";
}

/// <summary>
/// Represents one entry of a progress vector: from this LSN on, until the next entry, records are of this epoch.
/// </summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="FirstLsn">The first LSN known to be of it.</param>
public readonly record struct LogEpochStart(LogEpoch Epoch, long FirstLsn);
