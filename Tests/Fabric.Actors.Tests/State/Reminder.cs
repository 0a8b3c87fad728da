using System;
using System.Threading;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.Tests.State;

/// <summary>A reminder to store.</summary>
internal sealed record Reminder(string Name, TimeSpan DueTime, TimeSpan Period, byte[] State) : IActorReminder
{
    /// <summary>Makes a reminder that fires once, a minute from now unless said otherwise.</summary>
    internal static Reminder Once(string name, byte[]? state = null, TimeSpan? due = null) =>
        new(name, due ?? TimeSpan.FromMinutes(1), Timeout.InfiniteTimeSpan, state!);

    internal static Reminder Each(string name, TimeSpan due, TimeSpan period) => new(name, due, period, [1]);
}
