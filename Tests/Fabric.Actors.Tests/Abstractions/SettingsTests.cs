using System;
using System.Threading;
using Microsoft.ServiceFabric.Actors.Runtime;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Abstractions;

public sealed class SettingsTests
{
    [Fact]
    [Trait("ActorCase", "12")]
    public void A_negative_lock_timeout_is_refused_and_an_infinite_one_is_not()
    {
        var settings = new ActorConcurrencySettings();

        Assert.Equal(TimeSpan.FromSeconds(60), settings.LockTimeout);
        Assert.Throws<ArgumentOutOfRangeException>(() => settings.LockTimeout = TimeSpan.FromTicks(-1));
        settings.LockTimeout = Timeout.InfiniteTimeSpan;
        Assert.Equal(Timeout.InfiniteTimeSpan, settings.LockTimeout);
        settings.LockTimeout = TimeSpan.MaxValue;
        Assert.Equal(Timeout.InfiniteTimeSpan, settings.LockTimeout);
    }

    [Theory]
    [Trait("ActorCase", "12")]
    [InlineData(0, 1)]
    [InlineData(1, 0)]
    [InlineData(-1, 1)]
    [InlineData(60, 61)]
    public void Garbage_collection_settings_that_make_no_sense_are_refused(long idle, long scan) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new ActorGarbageCollectionSettings(idle, scan));

    [Fact]
    public void A_copy_of_the_settings_does_not_change_with_its_source()
    {
        var source = new ActorServiceSettings
        {
            ActorGarbageCollectionSettings = new(10, 5),
            ActorConcurrencySettings = new() { ReentrancyMode = ActorReentrancyMode.Disallowed },
            ReminderSettings = new() { AutoDeleteOneTimeReminders = false },
        };

        var copy = new ActorServiceSettings(source);
        source.ActorConcurrencySettings.ReentrancyMode = ActorReentrancyMode.LogicalCallContext;
        source.ReminderSettings.AutoDeleteOneTimeReminders = true;

        Assert.Equal(10, copy.ActorGarbageCollectionSettings.IdleTimeoutInSeconds);
        Assert.Equal(5, copy.ActorGarbageCollectionSettings.ScanIntervalInSeconds);
        Assert.Equal(ActorReentrancyMode.Disallowed, copy.ActorConcurrencySettings.ReentrancyMode);
        Assert.False(copy.ReminderSettings.AutoDeleteOneTimeReminders);
        Assert.Throws<ArgumentNullException>(() => copy.ReminderSettings = null!);
        Assert.Throws<ArgumentNullException>(() => copy.ActorConcurrencySettings = null!);
        Assert.Throws<ArgumentNullException>(() => copy.ActorGarbageCollectionSettings = null!);
    }
}
