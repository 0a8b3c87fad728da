using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>Measures a window of each cell on each server in every round; every second round runs backwards.</summary>
internal sealed class InsertScenario(
    InsertSettings settings, IReadOnlyList<IInsertServer> servers, ScenarioProgress progress)
{
    private readonly List<IInsertServer> _serving = [.. servers];
    private int _tables;

    /// <summary>Gets what became of servers that serve no longer, a sentence each.</summary>
    public List<string> Failures { get; } = [];

    /// <summary>Measures one round; a server that fails is left out from then on.</summary>
    public async Task<IReadOnlyList<ArmResult>> RoundAsync(int round, CancellationToken token)
    {
        var results = new List<ArmResult>();
        var blocks = (from cell in settings.Cells from server in _serving select (cell, server)).ToArray();
        if (round % 2 == 1)
            Array.Reverse(blocks);
        foreach (var (cell, server) in blocks.Where(b => _serving.Contains(b.server)))
        {
            progress.Begin();
            try
            {
                var result = await MeasureAsync(server, cell, token).ConfigureAwait(false);
                results.Add(result);
                progress.End(round, result.Name, string.Create(CultureInfo.InvariantCulture,
                    $"{result.Phase.Operations} requests, {result.Phase.Latency.Mean / 1e6:0.000} ms on average"));
            }
            catch (HttpRequestException e)
            {
                var words = await server.EndAsync(token).ConfigureAwait(false);
                Failures.Add(words is null ? $"{cell.PhaseName(server.Name)}: a request failed: {e.Message}"
                    : $"{server.Name} ended: {words}");
                _serving.Remove(server);
            }
        }

        return results;
    }

    private async Task<ArmResult> MeasureAsync(IInsertServer server, InsertCell cell, CancellationToken token)
    {
        using var client = new TableClient(server.Address, cell);
        // The emulator searches a table: one that grew with the rounds would make later rounds slower.
        var table = string.Create(CultureInfo.InvariantCulture, $"Person{++_tables}");
        await client.CreateTableAsync(table, token).ConfigureAwait(false);
        for (var i = 0L; i < settings.Warmup; i++)
            await client.InsertAsync(table, People(cell.Entities), token).ConfigureAwait(false);
        var window = await WindowAsync(server, client, cell, table, token).ConfigureAwait(false);
        await client.DeleteTableAsync(table, token).ConfigureAwait(false);
        return window;
    }

    private async Task<ArmResult> WindowAsync(
        IInsertServer server, TableClient client, InsertCell cell, string table, CancellationToken token)
    {
        var latency = new LatencyHistogram();
        long? first = null;
        var (sent, counted, connections) = (client.Counters(), server.Counts(), client.Connections);
        var started = TimeProvider.System.GetUtcNow();
        var start = Stopwatch.GetTimestamp();
        do
        {
            // As in the article, entities are made outside the timed part; the request is made inside.
            var people = People(cell.Entities);
            var before = Stopwatch.GetTimestamp();
            await client.InsertAsync(table, people, token).ConfigureAwait(false);
            var nanoseconds = (long)Stopwatch.GetElapsedTime(before).TotalNanoseconds;
            latency.Record(nanoseconds);
            first ??= nanoseconds;
        }
        while (latency.Count < settings.OperationsMax
            && Stopwatch.GetElapsedTime(start).TotalSeconds < settings.WindowSeconds);
        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        var figures = new Dictionary<string, double>();
        // Of a connection that was lost meanwhile, nobody knows the counters.
        if (sent is { } from && client.Connections == connections && client.Counters() is { } to)
        {
            figures[FigureNames.Bytes] = (to.BytesSent - from.BytesSent) / (double)latency.Count;
            figures[FigureNames.Segments] = (to.SegmentsSent - from.SegmentsSent) / (double)latency.Count;
        }

        if (counted is { } since && server.Counts() is { } until)
            Add(figures, until - since);
        return new ArmResult(new PhaseResult
        {
            Name = cell.PhaseName(server.Name), Kind = OperationKind.Write, StartedUtc = started,
            Operations = latency.Count, Seconds = seconds, Outstanding = 1, FirstOperation = first, Latency = latency,
        }, figures);
    }

    private static void Add(Dictionary<string, double> figures, ServerCounts counts)
    {
        figures[FigureNames.ServerBytes] = counts.Bytes / (double)counts.Requests;
        figures[FigureNames.ServerReads] = counts.Reads / (double)counts.Requests;
        if (counts.Segments > 0)
            figures[FigureNames.ServerSegments] = counts.Segments / (double)counts.Requests;
        figures[FigureNames.ServerMicroseconds] = counts.OwnTicks * 1e6 / Stopwatch.Frequency / counts.Requests;
    }

    private static Person[] People(int count) => [.. Enumerable.Range(0, count).Select(_ => Person.New())];
}
