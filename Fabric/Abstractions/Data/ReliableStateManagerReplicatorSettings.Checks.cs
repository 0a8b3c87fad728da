#nullable disable

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Text;

namespace Microsoft.ServiceFabric.Data;

public partial class ReliableStateManagerReplicatorSettings
{
    private const int TruncationThresholdFactorDefault = 2;
    private const int ThrottlingThresholdFactorDefault = 4;

    private static readonly PropertyInfo[] Settings =
        typeof(ReliableStateManagerReplicatorSettings).GetProperties(BindingFlags.Public | BindingFlags.Instance);

    /// <summary>Determines whether all settings are equal.</summary>
    /// <param name="obj">The other settings.</param>
    /// <returns>True if each property has an equal value.</returns>
    public override bool Equals(object obj)
    {
        if (obj is not ReliableStateManagerReplicatorSettings other)
            return false;
        foreach (var setting in Settings)
        {
            if (!Equals(setting.GetValue(this), setting.GetValue(other)))
                return false;
        }

        return true;
    }

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        foreach (var setting in Settings)
            hash.Add(setting.GetValue(this));
        return hash.ToHashCode();
    }

    /// <summary>Lists the settings that are set, one a line.</summary>
    /// <returns>Lines of the form <c>name = value</c>; an empty text if none is set.</returns>
    public override string ToString()
    {
        var text = new StringBuilder();
        foreach (var setting in Settings)
        {
            if (setting.GetValue(this) is { } value)
                text.Append(CultureInfo.InvariantCulture, $"{setting.Name} = {value}{Environment.NewLine}");
        }

        return text.ToString();
    }

    /// <summary>Refuses what no replicator could run with. Called when a state manager is created.</summary>
    /// <exception cref="ArgumentException">Names the setting, its value and what is allowed.</exception>
    internal void Validate()
    {
        foreach (var (name, size) in QueueSizes())
        {
            if (size is { } queueSize && (queueSize <= 1 || !BitOperations.IsPow2(queueSize)))
                throw Bad(name, queueSize, "a power of two above 1");
        }

        AtMost(
            nameof(InitialPrimaryReplicationQueueSize),
            InitialPrimaryReplicationQueueSize,
            MaxPrimaryReplicationQueueSize);
        AtMost(
            nameof(InitialSecondaryReplicationQueueSize),
            InitialSecondaryReplicationQueueSize,
            MaxSecondaryReplicationQueueSize);
        AtMost(nameof(InitialCopyQueueSize), InitialCopyQueueSize, MaxCopyQueueSize);
        Positive(nameof(CheckpointThresholdInMB), CheckpointThresholdInMB);
        Positive(nameof(MaxAccumulatedBackupLogSizeInMB), MaxAccumulatedBackupLogSizeInMB);
        Positive(nameof(MaxMetadataSizeInKB), MaxMetadataSizeInKB);
        Positive(nameof(MaxRecordSizeInKB), MaxRecordSizeInKB);
        Positive(nameof(MaxStreamSizeInMB), MaxStreamSizeInMB);
        Positive(nameof(MaxReplicationMessageSize), MaxReplicationMessageSize);
        Positive(nameof(RetryInterval), RetryInterval);
        NotNegative(nameof(MaxPrimaryReplicationQueueMemorySize), MaxPrimaryReplicationQueueMemorySize);
        NotNegative(nameof(MaxSecondaryReplicationQueueMemorySize), MaxSecondaryReplicationQueueMemorySize);
        NotNegative(nameof(LogTruncationIntervalSeconds), LogTruncationIntervalSeconds);
        NotNegative(nameof(BatchAcknowledgementInterval), BatchAcknowledgementInterval);
        ValidateFactors();
        if (!string.IsNullOrEmpty(SharedLogId) && !Guid.TryParse(SharedLogId, out _))
            throw Bad(nameof(SharedLogId), SharedLogId, "a GUID");
        if (string.IsNullOrEmpty(SharedLogId) != string.IsNullOrEmpty(SharedLogPath))
            throw Bad(nameof(SharedLogId), SharedLogId, "given together with SharedLogPath, or neither");
    }

    private static void AtMost(string name, long? initial, long? max)
    {
        if (initial > max)
            throw Bad(name, initial, $"at most {max}, the largest size of this queue");
    }

    private static void Positive<T>(string name, T? value)
        where T : struct, IComparable<T>
    {
        if (value?.CompareTo(default) <= 0)
            throw Bad(name, value, "more than zero");
    }

    private static void NotNegative<T>(string name, T? value)
        where T : struct, IComparable<T>
    {
        if (value?.CompareTo(default) < 0)
            throw Bad(name, value, "zero or more");
    }

    private static ArgumentException Bad(string name, object value, string allowed) =>
        new($"Replicator setting {name} is {value}; it must be {allowed}.", name);

    private void ValidateFactors()
    {
        if (TruncationThresholdFactor < TruncationThresholdFactorDefault)
            throw Bad(nameof(TruncationThresholdFactor), TruncationThresholdFactor, "2 or more");
        if (ThrottlingThresholdFactor < 3)
            throw Bad(nameof(ThrottlingThresholdFactor), ThrottlingThresholdFactor, "3 or more");
        var throttling = ThrottlingThresholdFactor ?? ThrottlingThresholdFactorDefault;
        var truncation = TruncationThresholdFactor ?? TruncationThresholdFactorDefault;
        if (throttling <= truncation)
            throw Bad(nameof(ThrottlingThresholdFactor), throttling, $"above TruncationThresholdFactor, {truncation}");
    }

    private IEnumerable<(string Name, long? Size)> QueueSizes() =>
    [
        (nameof(InitialPrimaryReplicationQueueSize), InitialPrimaryReplicationQueueSize),
        (nameof(MaxPrimaryReplicationQueueSize), MaxPrimaryReplicationQueueSize),
        (nameof(InitialSecondaryReplicationQueueSize), InitialSecondaryReplicationQueueSize),
        (nameof(MaxSecondaryReplicationQueueSize), MaxSecondaryReplicationQueueSize),
        (nameof(InitialCopyQueueSize), InitialCopyQueueSize),
        (nameof(MaxCopyQueueSize), MaxCopyQueueSize),
    ];
}
