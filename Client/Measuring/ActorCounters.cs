using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Parameters;

namespace SfPerf.Client.Measuring;

/// <summary>The instruments of an actor service's process that are read while a run lasts.</summary>
internal static class ActorCounters
{
    private const string Meter = "SfPerf.Fabric.Actors";

    /// <summary>Gets the instruments that cost a call nothing, and their meanings: levels.</summary>
    internal static IReadOnlyList<(string Name, string Meaning)> Levels { get; } =
    [
        ("actor.turns.waiting", "Turns that wait for their actors."),
        ("actor.active", "Actors in memory."),
        ("actor.reminders.armed", "Reminders that will fire."),
    ];

    /// <summary>Gets those levels that each call raises and lowers.</summary>
    internal static IReadOnlyList<(string Name, string Meaning)> CallLevels { get; } =
    [
        ("actor.requests.outstanding", "Calls that have arrived and are not answered yet."),
    ];

    /// <summary>Gets the instruments for which a process reads the clock in each call: times, in milliseconds.
    /// </summary>
    internal static IReadOnlyList<(string Name, string Meaning)> Times { get; } =
    [
        ("actor.lock.wait", "Time that turns waited for their actors."),
        ("actor.lock.held", "Time that turns had their actors."),
        ("actor.request.duration", "Time from the arrival of calls to their answers."),
        ("actor.request.deserialize", "Time to read the arguments of calls."),
        ("actor.response.serialize", "Time to write answers and hand them to the connection."),
        ("actor.method.duration", "Time in methods and callbacks."),
        ("actor.activate", "Time in activations."),
        ("actor.state.load", "Time to read states that were not in memory."),
        ("actor.state.save", "Time to store what turns had changed."),
    ];

    /// <summary>Gets what is asked of each host of a run; nothing unless it measures actors.</summary>
    internal static IReadOnlyList<string> Of(RunParameters parameters)
    {
        if (parameters.TargetServiceType != RunCatalogue.SfActor)
            return [];
        var names = parameters.ActorTimes ? Levels.Concat(CallLevels).Concat(Times) : Levels;
        return [.. names.Select(i => $"{Meter}\\{i.Name}")];
    }
}
