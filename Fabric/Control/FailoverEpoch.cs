using System;

namespace SfPerf.Fabric.Control;

/// <summary>An epoch: the number of declared data losses, then the number of primaries above bit 32.</summary>
internal readonly record struct FailoverEpoch(long DataLossNumber, long ConfigurationNumber)
    : IComparable<FailoverEpoch>
{
    private const long PrimaryStep = 1L << 32;

    /// <summary>Gets the epoch of a partition's first primary.</summary>
    internal static FailoverEpoch First(long dataLossNumber) => new(dataLossNumber, PrimaryStep);

    /// <summary>Gets the epoch of the next primary: one more above bit 32, as Service Fabric counts.</summary>
    internal FailoverEpoch NextPrimary() => this with
    {
        ConfigurationNumber = (ConfigurationNumber / PrimaryStep + 1) * PrimaryStep,
    };

    /// <summary>Gets the epoch of the first primary after writes were given up for lost.</summary>
    internal FailoverEpoch NextDataLoss() => NextPrimary() with { DataLossNumber = DataLossNumber + 1 };

    public int CompareTo(FailoverEpoch other) => DataLossNumber != other.DataLossNumber
        ? DataLossNumber.CompareTo(other.DataLossNumber)
        : ConfigurationNumber.CompareTo(other.ConfigurationNumber);

    /// <summary>Prints the data loss number and the number of the primary.</summary>
    public override string ToString() => $"{DataLossNumber}.{ConfigurationNumber / PrimaryStep}";
}

/// <summary>Describes how far a replica's durable log reaches.</summary>
/// <param name="Epoch">The epoch of the last record.</param>
/// <param name="LastLsn">The last record's LSN; 0 when the log is empty.</param>
/// <param name="CommittedLsn">The highest LSN this replica knows to be committed.</param>
/// <param name="Complete">False while a full copy is under way: such a log counts for nothing.</param>
/// <param name="Accepted">The newest epoch that the replica had accepted when it was asked. It may be newer than that
/// of the last record: nothing need have been written since.</param>
internal sealed record LogProgress(FailoverEpoch Epoch, long LastLsn, long CommittedLsn, bool Complete = true,
    FailoverEpoch Accepted = default);
