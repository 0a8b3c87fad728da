using System;
using System.Buffers.Binary;
using System.Threading;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Runtime.Turns;

/// <summary>
/// The calls that led to a turn, the outermost first, each as the number it was given. A call whose path begins with
/// the path of the turn that runs in its actor comes from that turn. Empty for a call from outside any actor.
/// </summary>
internal readonly struct CallPath
{
    // A chain of calls that long holds as many actors: it is a recursion without an end.
    internal const int HopsMax = 255;

    // Numbers of one process follow one another from a random beginning, so that those of two processes do not meet.
    private static long _lastHop = BitConverter.ToInt64(Guid.NewGuid().ToByteArray());
    private readonly ulong[]? _hops;

    internal CallPath(params ulong[] hops) => _hops = hops;

    internal bool IsEmpty => _hops is null or [];

    internal ReadOnlySpan<ulong> Hops => _hops;

    /// <summary>Gets what holds the hops, which nobody changes; null if there are none.</summary>
    internal ulong[]? Numbers => IsEmpty ? null : _hops;

    /// <summary>Gets the path of a new chain of calls.</summary>
    internal static CallPath Begin() => new([NextHop()]);

    /// <summary>Gets the path of a call that is made from here.</summary>
    /// <exception cref="InvalidOperationException">The chain is too long.</exception>
    internal CallPath Next() => Hops.Length < HopsMax
        ? new([.. Hops, NextHop()])
        : throw new InvalidOperationException($"A chain of more than {HopsMax} calls from actor to actor.");

    /// <summary>Tells whether a call with this path was made by the turn of a path, over however many others.
    /// </summary>
    internal bool ComesFrom(CallPath turn) =>
        !turn.IsEmpty && Hops.Length > turn.Hops.Length && Hops.StartsWith(turn.Hops);

    /// <summary>Tells whether both are the path of one call, sent twice.</summary>
    internal bool IsSame(CallPath other) => !IsEmpty && Hops.SequenceEqual(other.Hops);

    internal void Write(MessageBuffer message)
    {
        message.WriteUnmanaged((byte)Hops.Length);
        foreach (var hop in Hops)
            message.WriteUnmanaged(hop);
    }

    internal static CallPath Read(ref MessageReader reader)
    {
        var count = reader.Take(1)[0];
        if (count == 0)
            return default;
        var bytes = reader.Take(count * sizeof(ulong));
        var hops = new ulong[count];
        for (var i = 0; i < count; i++)
            hops[i] = BinaryPrimitives.ReadUInt64LittleEndian(bytes[(i * sizeof(ulong))..]);
        return new(hops);
    }

    private static ulong NextHop() => (ulong)Interlocked.Increment(ref _lastHop);
}
