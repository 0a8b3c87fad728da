using System;
using System.Collections.Generic;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>Represents one side of the comparison.</summary>
/// <param name="Name">Its name in phases of runs.</param>
/// <param name="Type">The service's type; null for none.</param>
internal sealed record Arm(string Name, Type? Type)
{
    public static readonly Arm Single = new("Single", typeof(SingleService));
    public static readonly Arm Multiple = new("Multiple", typeof(MultipleService));

    /// <summary>Single once more: how far it differs from itself is the yardstick of "no difference".</summary>
    public static readonly Arm Again = new("Single again", typeof(SingleService));

    /// <summary>No service, but a bare echo over as many sockets: the limit of the transport.</summary>
    public static readonly Arm Bare = new("bare", null);

    private static readonly Arm[] Forwards = [Single, Multiple, Again, Bare];
    private static readonly Arm[] Backwards = [Bare, Again, Multiple, Single];

    /// <summary>Gets what tables call it.</summary>
    public string Title => this == Bare ? Name : this == Again ? $"{Type!.Name} again" : Type!.Name;

    /// <summary>Gets the arms of the round that its time is compared with. Multiple stands between the two of Single,
    /// so that with both as the base a steady drift cancels out.</summary>
    public IReadOnlyList<Arm> Bases => this == Single ? [] : this == Again ? [Single] : [Single, Again];

    /// <summary>The order of a round: every second one backwards.</summary>
    public static IReadOnlyList<Arm> Order(int round) => round % 2 == 0 ? Forwards : Backwards;
}
