using System;
using Microsoft.ServiceFabric.Data;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Data;

public sealed class ReplicatorSettingsTests
{
    public static TheoryData<string, ReliableStateManagerReplicatorSettings> Bad() => new()
    {
        { "MaxPrimaryReplicationQueueSize", new() { MaxPrimaryReplicationQueueSize = 1000 } },
        { "MaxCopyQueueSize", new() { MaxCopyQueueSize = 1 } },
        { "InitialCopyQueueSize", new() { InitialCopyQueueSize = 128, MaxCopyQueueSize = 64 } },
        { "CheckpointThresholdInMB", new() { CheckpointThresholdInMB = 0 } },
        { "TruncationThresholdFactor", new() { TruncationThresholdFactor = 1 } },
        { "ThrottlingThresholdFactor", new() { ThrottlingThresholdFactor = 2 } },
        { "ThrottlingThresholdFactor", new() { ThrottlingThresholdFactor = 4, TruncationThresholdFactor = 4 } },
        { "SharedLogId", new() { SharedLogId = "x", SharedLogPath = "/log" } },
        { "SharedLogId", new() { SharedLogId = "11111111-2222-3333-4444-555555555555" } },
        { "SharedLogId", new() { SharedLogPath = "/log" } },
        { "MaxReplicationMessageSize", new() { MaxReplicationMessageSize = 0 } },
        { "BatchAcknowledgementInterval", new() { BatchAcknowledgementInterval = TimeSpan.FromMilliseconds(-1) } },
    };

    [Theory]
    [MemberData(nameof(Bad))]
    public void A_bad_setting_is_named(string name, ReliableStateManagerReplicatorSettings settings) =>
        Assert.Equal(name, Assert.Throws<ArgumentException>(settings.Validate).ParamName);

    [Fact]
    public void Good_settings_and_none_at_all_pass()
    {
        new ReliableStateManagerReplicatorSettings().Validate();
        new ReliableStateManagerReplicatorSettings
        {
            InitialCopyQueueSize = 64,
            MaxCopyQueueSize = 16384,
            TruncationThresholdFactor = 2,
            ThrottlingThresholdFactor = 3,
            SharedLogId = "11111111-2222-3333-4444-555555555555",
            SharedLogPath = "/log",
            BatchAcknowledgementInterval = TimeSpan.Zero,
        }.Validate();
    }

    [Fact]
    public void Equality_goes_by_value()
    {
        var one = new ReliableStateManagerReplicatorSettings { MaxCopyQueueSize = 64 };
        var other = new ReliableStateManagerReplicatorSettings { MaxCopyQueueSize = 64 };
        Assert.Equal(one, other);
        Assert.Equal(one.GetHashCode(), other.GetHashCode());
        other.SharedLogPath = "/log";
        Assert.NotEqual(one, other);
    }
}
