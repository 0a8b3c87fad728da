using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.Cluster.Management.Evaluation;

/// <summary>Describes why something is not healthy: an event, an entity, or too many entities of a kind.</summary>
/// <param name="Kind">The kind, in Service Fabric's words.</param>
/// <param name="State">What follows from it.</param>
/// <param name="Description">A sentence for people.</param>
internal sealed record HealthEvaluation(string Kind, Health State, string Description)
{
    /// <summary>Gets the event; null for the other kinds.</summary>
    public HealthEventView? Event { get; init; }

    /// <summary>Gets whether a warning counted as an error; of an event.</summary>
    public bool ConsiderWarningAsError { get; init; }

    /// <summary>Gets the names by which the entity, or what the kind has in common, is known.</summary>
    public IReadOnlyList<(string Property, string Value)> Names { get; init; } = [];

    /// <summary>Gets the limit and what it was compared with; null where there is none.</summary>
    public HealthLimit? Limit { get; init; }

    /// <summary>Gets what it follows from.</summary>
    public IReadOnlyList<HealthEvaluation> Inner { get; init; } = [];
}

/// <summary>Specifies how many of a kind may be in error.</summary>
/// <param name="Property">The name of the limit; empty where nothing is tolerated and no policy can change it.</param>
/// <param name="Percent">The limit, 0 to 100.</param>
/// <param name="Total">How many there are.</param>
internal sealed record HealthLimit(string Property, int Percent, int Total)
{
    /// <summary>Gets how many may be in error: the percentage, rounded up, so that one of a few may be.</summary>
    internal int Tolerated => (Total * Percent + 99) / 100;
}

/// <summary>The health of one entity.</summary>
/// <param name="Kind">Its kind, in Service Fabric's words.</param>
/// <param name="Names">The names by which it is known.</param>
/// <param name="State">The aggregated state.</param>
/// <param name="Events">What was said of the entity itself.</param>
/// <param name="Evaluations">What the state follows from; none if it is healthy.</param>
internal sealed record EntityHealth(string Kind, IReadOnlyList<(string Property, string Value)> Names, Health State,
    IReadOnlyList<HealthEventView> Events, IReadOnlyList<HealthEvaluation> Evaluations)
{
    /// <summary>Gets the health of something of which nothing is known.</summary>
    internal static EntityHealth Nothing { get; } = new("", [], Health.Ok, [], []);

    /// <summary>Takes together what was said of an entity and the states of what it contains.</summary>
    /// <param name="kind">The entity's kind.</param>
    /// <param name="names">Its names.</param>
    /// <param name="events">What was said of it.</param>
    /// <param name="strict">Whether a warning of an event counts as an error.</param>
    /// <param name="groups">What it contains.</param>
    internal static EntityHealth Of(string kind, (string, string)[] names, IReadOnlyList<HealthEventView> events,
        bool strict, IEnumerable<HealthGroup> groups)
    {
        var found = events.Select(e => Of(e, strict)).Concat(groups.Select(g => g.Evaluate()))
            .Where(e => e.State != Health.Ok).ToArray();
        var state = found.Length == 0 ? Health.Ok : found.Max(e => e.State);
        return new(kind, names, state, events, [.. found.Where(e => e.State == state)]);
    }

    internal HealthEvaluation Evaluate() => new(Kind, State,
        $"{Kind} is in {State}: {string.Join(", ", Names.Select(n => $"{n.Property}='{n.Value}'"))}.")
    {
        Names = Names, Inner = Evaluations,
    };

    private static HealthEvaluation Of(HealthEventView e, bool strict)
    {
        var state = Enum.Parse<Health>(e.State);
        return new("Event", strict && state == Health.Warning ? Health.Error : state,
            $"{e.State} event: SourceId='{e.SourceId}', Property='{e.Property}'. {e.Description}")
        {
            Event = e, ConsiderWarningAsError = strict,
        };
    }
}

/// <summary>Entities of a kind, with what of them may be in error.</summary>
internal sealed record HealthGroup(string Kind, string LimitName, int Percent, IReadOnlyList<EntityHealth> Members)
{
    /// <summary>Gets what the members have in common, beside their kind.</summary>
    public IReadOnlyList<(string Property, string Value)> Names { get; init; } = [];

    /// <summary>Decides: more in error than tolerated are an error, any other that is not healthy a warning.</summary>
    internal HealthEvaluation Evaluate()
    {
        var limit = new HealthLimit(LimitName, Percent, Members.Count);
        var errors = Members.Count(m => m.State == Health.Error);
        var state = errors > limit.Tolerated ? Health.Error
            : Members.Any(m => m.State != Health.Ok) ? Health.Warning : Health.Ok;
        return new(Kind, state, $"{errors} of {limit.Total} are in Error, {limit.Tolerated} tolerated "
            + $"({LimitName}={Percent}%); {Members.Count(m => m.State == Health.Warning)} in Warning.")
        {
            Names = Names,
            Limit = limit,
            Inner = state == Health.Ok ? [] : [.. Members.Where(m => m.State == Health.Error
                || state == Health.Warning && m.State == Health.Warning).Select(m => m.Evaluate())],
        };
    }
}
