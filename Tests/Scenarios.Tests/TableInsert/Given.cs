using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Commands;
using SfPerf.Commands.Parameters;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Scenarios.TableInsert;

namespace SfPerf.Scenarios.Tests.TableInsert;

/// <summary>Parameters, settings and rounds that a test makes.</summary>
internal static class Given
{
    /// <summary>The defaults of the scenario, but for some values.</summary>
    public static ParameterSet Parameters(params (string Name, string Value)[] values)
    {
        var set = new ParameterSet(InsertCatalogue.Instance);
        foreach (var definition in InsertCatalogue.Instance.All)
            set.Put(new ParameterValue(definition.Name, definition.Default!, ParameterOrigin.Default));
        foreach (var (name, value) in values)
            set.Put(new ParameterValue(name, value, ParameterOrigin.Default));
        return set;
    }

    public static ScenarioSettings Settings(
        string folder, TextWriter output, TextWriter error, params (string Name, string Value)[] values) => new()
        {
            Name = InsertCatalogue.Name, Parameters = Parameters(values), Folder = folder,
            Terminal = new Terminal(output, error, Live: false),
        };

    /// <summary>A window in which every insert took as long.</summary>
    public static ArmResult Window(string endpoint, InsertCell cell, double milliseconds, double segments,
        double bytes = 657)
    {
        var latency = new LatencyHistogram();
        latency.Record((long)(milliseconds * 1e6));
        return new ArmResult(new PhaseResult
        {
            Name = cell.PhaseName(endpoint), Kind = OperationKind.Write, Operations = 1, Outstanding = 1,
            Seconds = milliseconds / 1000, Latency = latency, StartedUtc = DateTimeOffset.UnixEpoch,
        }, new Dictionary<string, double> { [FigureNames.Segments] = segments, [FigureNames.Bytes] = bytes });
    }

    /// <summary>What became of a claim that begins so, the endpoint and shape left out.</summary>
    public static Expectation Of(this IEnumerable<Expectation> judged, string claim) =>
        judged.Single(e => e.Claim.Contains(claim, StringComparison.Ordinal));
}
