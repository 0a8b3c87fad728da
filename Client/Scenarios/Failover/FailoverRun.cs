using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using SfPerf.Client.Cluster;
using SfPerf.Client.Output;
using SfPerf.Commands;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;
using SfPerf.Scenarios;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>The one run that all events of the scenario are saved in. While it goes on its folder holds
/// <c>partial.json</c> with the events so far.</summary>
internal sealed class FailoverRun(
    ScenarioSettings settings, FailoverSettings sizes, ClusterFacts cluster, TimeProvider time)
{
    private readonly string _id = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(3));
    private readonly DateTimeOffset _started = time.GetUtcNow();
    private readonly List<(DateTimeOffset Utc, string Kind, string Text)> _events = [];
    private readonly List<double> _background = [];
    private long? _verified;

    /// <summary>Gets the events and what they say.</summary>
    public EventLedger Ledger { get; } = new(sizes);

    /// <summary>Gets the phases so far.</summary>
    public List<PhaseResult> Results { get; } = [];

    /// <summary>Gets or sets why the scenario could not go on; null when it could.</summary>
    public SfPerfException? Failure { get; set; }

    /// <summary>Gets or sets whether the user ended it.</summary>
    public bool Cancelled { get; set; }

    /// <summary>Gets what the events say together.</summary>
    public FailoverRecord Failover => Ledger.Record(Results.SelectMany(r => r.Errors), _verified);

    public ExitCode Code => Cancelled ? ExitCode.Cancelled : Failure?.Code ?? ExitCode.Ok;

    /// <summary>Gets why the run is not whole; null when it is.</summary>
    public string? Reason => Cancelled
        ? Results.Count > 0 ? "cancelled; what was measured until then is saved." : "cancelled before anything was "
            + "measured."
        : Failure?.Message;

    /// <summary>Takes what happened in the cluster; a move that it was told to make is known already.</summary>
    public void Add(IEnumerable<ClusterEvent> events) => _events.AddRange(
        events.Where(e => e.Kind != Faults.EventMove).Select(e => (e.Utc, e.Kind, e.Text)));

    /// <summary>Takes what was injected.</summary>
    public void Add(DateTimeOffset utc, Fault fault) => _events.Add((utc, fault.EventKind, fault.Text));

    /// <summary>Takes the share of the processors that other programs used in a quiet time.</summary>
    public void AddBackground(double? share)
    {
        if (share is { } known)
            _background.Add(known);
    }

    /// <summary>Takes the check of all keys at the end.</summary>
    public void Verified(IReadOnlyList<PhaseResult> results)
    {
        Results.AddRange(results);
        if (results.All(r => r.Stopped is null && r.Abandoned == 0))
            _verified = results.Sum(r => r.Operations);
    }

    /// <summary>Says what became of each promise. A busy machine decides nothing about times, but a lost write is lost
    /// on any.</summary>
    public IReadOnlyList<Expectation> Judge()
    {
        var record = Failover;
        var busy = Background > Expectations.BackgroundMax;
        if (busy)
        {
            settings.Terminal.Out.WriteLine(
                $" Nothing is decided about times: {Expectations.BackgroundText(Background!.Value)}.");
        }

        return
        [
            .. record.Kinds.Select(k => Promises.Of(k, sizes.Stop) is var one && busy && Promises.IsTimed(k.Kind)
                ? one with { Outcome = Outcome.Inconclusive } : one),
            Promises.NothingLost(record),
        ];
    }

    /// <summary>Replaces <c>partial.json</c>.</summary>
    public void SavePartial()
    {
        var underWay = new UnderWayRecord
        {
            WrittenUtc = time.GetUtcNow(), Phase = FailoverScenario.SteadyPhase,
            Seconds = (time.GetUtcNow() - _started).TotalSeconds, Total = Ledger.Successes + Ledger.Failures,
            Operations = new Dictionary<string, long> { [FailoverScenario.SteadyPhase] = Ledger.Successes },
            Errors = new Dictionary<string, long> { ["failed"] = Ledger.Failures },
        };
        try
        {
            WholeFile.Replace(PartialFile,
                RunFolder.ToJson(Record([]) with { Status = RunRecord.Incomplete, UnderWay = underWay }));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            settings.Terminal.Error.WriteLine($"sfperf: {PartialFile} cannot be written: {e.Message}");
        }
    }

    /// <summary>Saves the run; returns its folder, null when there is nothing to save.</summary>
    public string? Save(IReadOnlyList<Expectation> expectations)
    {
        if (Results.Count == 0)
            return null;
        var folder = RunsFolder.Save(settings.Folder, Record(expectations), Results);
        File.Delete(PartialFile);
        return folder;
    }

    private double? Background => _background.Count > 0 ? _background.Average() : null;

    private string PartialFile => Path.Combine(
        RunFolder.PathOf(settings.Folder, _started, settings.Name, _id), RunFolder.PartialFileName);

    private RunRecord Record(IReadOnlyList<Expectation> expectations)
    {
        var failover = Failover;
        var record = new RunRecord
        {
            Name = settings.Name, Id = _id, StartedUtc = _started, Seed = sizes.Seed,
            Status = Cancelled ? "cancelled" : Failure is null ? "complete" : "stopped",
            Parameters = settings.Parameters.ToJson(),
            ParameterOrigins = settings.Parameters.Origins,
            Labels = new Dictionary<string, string> { ["scenario"] = settings.Name },
            Environment = EnvironmentFacts.Read(),
            Cluster = new ClusterRecord
            {
                Nodes = cluster.Nodes, Partitions = cluster.Partitions, Replicas = cluster.Replicas,
                Durability = cluster.Durability,
            },
            Phases = [.. Results.Select(PhaseRecord.From)],
            Noise = Background is { } share ? ScenarioRuns.Noise(share) : null,
            Failover = failover with { Kinds = [.. failover.Kinds.Select((k, i) => WithVerdict(k, i, expectations))] },
            Scenario = expectations.Count == 0 ? null : new ScenarioRecord
            {
                Rounds = failover.Kinds.Max(k => k.Count),
                Figures = failover.Kinds.SelectMany(k => new[]
                {
                    KeyValuePair.Create($"{k.Kind} outage ms, median", k.OutageMedianMs),
                    KeyValuePair.Create($"{k.Kind} outage ms, longest", k.OutageMaxMs),
                }).ToDictionary(),
                Expectations =
                    [.. expectations.Select(e => new ExpectationRecord(e.Claim, e.OutcomeText, e.Evidence))],
            },
            Command = $"sfperf scenario {settings.Name}{(settings.File is { } file ? $" {file}" : "")}"
                + settings.Parameters.Settings,
        };
        EventRecord[] events =
            [.. _events.Select(e => EventRecord.At(e.Utc, e.Kind, e.Text, record)).OrderBy(e => e.Utc)];
        return record with { Events = events.Length > 0 ? events : null };
    }

    // The expectations begin with one for each kind.
    private static FailoverKindRecord WithVerdict(
        FailoverKindRecord kind, int index, IReadOnlyList<Expectation> expectations) => index >= expectations.Count
        ? kind : kind with
        {
            Verdict = $"{expectations[index].OutcomeText}: {expectations[index].Claim}: "
                + expectations[index].Evidence,
        };
}
