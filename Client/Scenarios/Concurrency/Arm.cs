using System;
using System.Collections.Generic;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary>One side of the comparison.</summary>
/// <param name="Name">Its name in phases of runs.</param>
/// <param name="Type">The service's type.</param>
internal sealed record Arm(string Name, Type Type)
{
    public static readonly Arm Single = new("Single", typeof(SingleService));
    public static readonly Arm Multiple = new("Multiple", typeof(MultipleService));

    /// <summary>Single once more: how far it differs from itself is the yardstick of "no difference".</summary>
    public static readonly Arm Again = new("Single again", typeof(SingleService));

    private static readonly Arm[] Forwards = [Single, Multiple, Again];
    private static readonly Arm[] Backwards = [Again, Multiple, Single];

    /// <summary>The order of a round; Multiple stays in the middle, so that a steady drift cancels out.</summary>
    public static IReadOnlyList<Arm> Order(int round) => round % 2 == 0 ? Forwards : Backwards;
}
