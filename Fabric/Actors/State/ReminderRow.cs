using System;
using System.Buffers.Binary;
using System.IO;
using System.Threading;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.State;

/// <summary>A reminder as it is stored. docs/formats/actor-state.md describes the bytes.</summary>
/// <param name="DueTime">The time from registration until it first fires.</param>
/// <param name="Period">The time between one firing and the next; negative when it fires once.</param>
/// <param name="NextDue">When it fires next, in UTC; null when never.</param>
/// <param name="State">What the actor gave it; may be null.</param>
internal readonly record struct ReminderRow(TimeSpan DueTime, TimeSpan Period, DateTime? NextDue, byte[]? State)
{
    private const byte Version = 1;
    private const byte HasState = 1;
    private const int HeadBytes = 2 + (3 * sizeof(long));
    private const long Never = -1;

    /// <summary>Makes the row of a reminder that is registered now.</summary>
    internal static ReminderRow Registered(IActorReminder reminder, DateTime now) =>
        new(reminder.DueTime, reminder.Period, After(now, reminder.DueTime), reminder.State);

    /// <summary>Makes the row of a reminder that has just fired.</summary>
    internal static ReminderRow Fired(IActorReminder reminder, DateTime now) =>
        new(reminder.DueTime, reminder.Period, After(now, reminder.Period), reminder.State);

    internal byte[] Write()
    {
        var bytes = new byte[HeadBytes + (State?.Length ?? 0)];
        bytes[0] = Version;
        bytes[1] = State is null ? (byte)0 : HasState;
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(2), DueTime.Ticks);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(10), Period.Ticks);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(18), NextDue?.Ticks ?? Never);
        State?.CopyTo(bytes, HeadBytes);
        return bytes;
    }

    /// <exception cref="InvalidDataException">The bytes are no reminder.</exception>
    internal static ReminderRow Read(byte[] bytes)
    {
        if (bytes.Length < HeadBytes || bytes[0] != Version)
            throw new InvalidDataException($"A reminder of {bytes.Length} bytes is not of version {Version}.");
        var due = BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(18));
        return new(
            new(BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(2))),
            new(BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(10))),
            due == Never ? null : new DateTime(due, DateTimeKind.Utc),
            bytes[1] == HasState ? bytes[HeadBytes..] : null);
    }

    internal ActorReminderState AsOf(string name, DateTime now) =>
        new(name, DueTime, Period, State, Remaining(now));

    private TimeSpan Remaining(DateTime now) => NextDue is not { } due ? Timeout.InfiniteTimeSpan
        : due > now ? due - now
        : TimeSpan.Zero;

    private static DateTime? After(DateTime now, TimeSpan time) => time < TimeSpan.Zero ? null
        : time < DateTime.MaxValue - now ? now + time
        : DateTime.MaxValue;
}
