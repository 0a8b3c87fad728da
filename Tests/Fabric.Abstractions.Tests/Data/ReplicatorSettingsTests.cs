using System;
using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Description;
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
        { "LogTruncationIntervalSeconds", new() { LogTruncationIntervalSeconds = -1 } },
        { "TruncationThresholdFactor", new() { TruncationThresholdFactor = 1 } },
        { "ThrottlingThresholdFactor", new() { ThrottlingThresholdFactor = 2 } },
        { "ThrottlingThresholdFactor", new() { ThrottlingThresholdFactor = 4, TruncationThresholdFactor = 4 } },
        { "SharedLogId", new() { SharedLogId = "x", SharedLogPath = "/log" } },
        { "SharedLogId", new() { SharedLogId = "11111111-2222-3333-4444-555555555555" } },
        { "SharedLogId", new() { SharedLogPath = "/log" } },
        { "MaxPrimaryReplicationQueueMemorySize", new() { MaxPrimaryReplicationQueueMemorySize = -1 } },
        { "MaxSecondaryReplicationQueueMemorySize", new() { MaxSecondaryReplicationQueueMemorySize = -1 } },
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
            BatchAcknowledgementInterval = TimeSpan.Zero, MaxPrimaryReplicationQueueMemorySize = 0,
        }.Validate();
    }

    [Fact]
    public void The_section_of_Settings_xml_is_read_by_the_names_of_the_settings()
    {
        var settings = Load(("MaxReplicationMessageSize", "1048576"), ("CheckpointThresholdInMB", "64"),
            ("BatchAcknowledgementInterval", "0.015"), ("OptimizeForLocalSSD", "true"), ("SharedLogPath", ""),
            ("ReplicatorEndpoint", "ReplicatorEndpoint"));
        Assert.Equal(
            new ReliableStateManagerReplicatorSettings
            {
                MaxReplicationMessageSize = 1048576, CheckpointThresholdInMB = 64, OptimizeForLocalSSD = true,
                BatchAcknowledgementInterval = TimeSpan.FromMilliseconds(15),
            }, settings);
        Assert.Null(ReliableStateManagerReplicatorSettings.LoadFrom(Context(), "Config", "Other"));
        Assert.Null(ReliableStateManagerReplicatorSettings.LoadFrom(Context(), "Data", "ReplicatorConfig"));
        // As a test's own activation context may be.
        var bare = new CodePackageActivationContext
        {
            ConfigurationPackages = new Dictionary<string, ConfigurationPackage> { ["Config"] = null! },
        };
        Assert.Null(ReliableStateManagerReplicatorSettings.LoadFrom(bare, "Config", "ReplicatorConfig"));
    }

    [Theory]
    [InlineData("MaxReplicationMessageSize", "1 MB",
        "Replicator setting MaxReplicationMessageSize is '1 MB'; it must be a whole number.")]
    [InlineData("RetryInterval", "soon", "Replicator setting RetryInterval is 'soon'; it must be a number of seconds.")]
    public void A_value_that_cannot_be_read_is_named(string name, string value, string message) =>
        Assert.StartsWith(message, Assert.Throws<ArgumentException>(() => Load((name, value))).Message);

    private static ReliableStateManagerReplicatorSettings Load(params (string Name, string Value)[] parameters) =>
        ReliableStateManagerReplicatorSettings.LoadFrom(Context(parameters), "Config", "ReplicatorConfig");

    private static CodePackageActivationContext Context(params (string Name, string Value)[] parameters)
    {
        var section = new ConfigurationSection { Name = "ReplicatorConfig" };
        foreach (var (name, value) in parameters)
            section.Parameters.Add(new ConfigurationProperty { Name = name, Value = value });
        var settings = new ConfigurationSettings();
        settings.Sections.Add(section);
        return new CodePackageActivationContext
        {
            ConfigurationPackages = new Dictionary<string, ConfigurationPackage>
            {
                ["Config"] = new() { Settings = settings },
            },
        };
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
