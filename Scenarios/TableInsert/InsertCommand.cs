using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;

namespace SfPerf.Scenarios.TableInsert;

/// <summary><c>sfperf scenario table-insert</c>.</summary>
internal sealed class InsertCommand : IScenario
{
    private readonly ScenarioSettings _settings;
    private readonly InsertSettings _sizes;
    private readonly Func<string, CancellationToken, Task<IInsertServer>> _open;
    private readonly List<string> _failures = [];

    /// <summary>Makes it.</summary>
    /// <param name="settings">The settings.</param>
    /// <param name="open">Starts a server by its name; it throws <see cref="NotSupportedException"/>, with a reason,
    /// for one that is not installed, and <see cref="SfPerfException"/> for one that does not start.</param>
    public InsertCommand(
        ScenarioSettings settings, Func<string, CancellationToken, Task<IInsertServer>>? open = null)
    {
        _settings = settings;
        _sizes = new InsertSettings(settings.Parameters);
        _open = open ?? OpenAsync;
    }

    public static ScenarioDefinition Definition { get; } = new(
        InsertCatalogue.Name,
        "How long inserts into an Azure table take with and without Nagle's algorithm and Expect: 100-continue.",
        InsertCatalogue.Instance, settings => new InsertCommand(settings));

    public int Rounds => _settings.Rounds;

    public IReadOnlyList<ScenarioBlock> Blocks => [.. _sizes.Cells.SelectMany(c => _sizes.Endpoints.Select(e =>
        new ScenarioBlock(c.PhaseName(e), Seconds(e, c))))];

    public async Task<ExitCode> RunAsync(CancellationToken token)
    {
        var runs = new ScenarioRuns(_settings);
        runs.CheckFolder();
        var servers = new List<IInsertServer>();
        try
        {
            foreach (var name in _sizes.Endpoints)
                await AddAsync(servers, name, token).ConfigureAwait(false);
            if (servers.Count == 0)
                throw NothingLeft();
            // The servers still run when the scenario ends: the time of one that is gone would count as that of others.
            var code = await MeasureAsync(servers, runs, token).ConfigureAwait(false);
            return _failures.Count > 0 ? ExitCode.Unreachable : code;
        }
        finally
        {
            foreach (var server in servers)
                await server.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task<ExitCode> MeasureAsync(
        List<IInsertServer> servers, ScenarioRuns runs, CancellationToken token)
    {
        var scenario = new InsertScenario(_sizes, servers, _settings.Progress(Blocks));
        var rounds = new List<IReadOnlyList<ArmResult>>();
        runs.Begin();
        for (var round = 0; round < Rounds; round++)
        {
            var results = await scenario.RoundAsync(round, token).ConfigureAwait(false);
            foreach (var failure in scenario.Failures)
                await FailAsync(failure).ConfigureAwait(false);
            scenario.Failures.Clear();
            if (results.Count == 0)
                throw NothingLeft();
            rounds.Add(results);
            runs.Add(results);
        }

        var table = new InsertTable(rounds, _sizes);
        table.Write(_settings.Terminal.Out);
        return runs.End(new InsertJudge(table, _sizes).Judge(), new Dictionary<string, double>(),
            InsertPictures.Charts(table), InsertPictures.Grids(table));
    }

    private static SfPerfException NothingLeft() =>
        new(ExitCode.Unreachable, "no endpoint is left to insert into.");

    private async Task AddAsync(List<IInsertServer> servers, string name, CancellationToken token)
    {
        try
        {
            servers.Add(await _open(name, token).ConfigureAwait(false));
        }
        catch (NotSupportedException e)
        {
            await _settings.Terminal.Error.WriteLineAsync($"sfperf: {name} is left out: {e.Message}.")
                .ConfigureAwait(false);
        }
        catch (SfPerfException e)
        {
            await FailAsync($"{name} {e.Message}").ConfigureAwait(false);
        }
    }

    private async Task FailAsync(string failure)
    {
        _failures.Add(failure);
        await _settings.Terminal.Error.WriteLineAsync($"sfperf: {failure}").ConfigureAwait(false);
    }

    private static async Task<IInsertServer> OpenAsync(string name, CancellationToken token)
    {
        if (name == InsertCatalogue.InProcess)
            return new CountingServer();
        return Azurite.Missing() is { } missing ? throw new NotSupportedException(missing)
            : await Azurite.StartAsync(token).ConfigureAwait(false);
    }

    // What two cores do, roughly: for the time left only.
    private double Seconds(string endpoint, InsertCell cell)
    {
        var stalls = cell is { Nagle: true, Expect: false } && (cell.Split || cell.Entities > 4);
        var request = stalls ? 0.044 : (endpoint == InsertCatalogue.InProcess ? 0.2e-3 : 0.6e-3)
            + (cell.Entities * 0.1e-3);
        return (_sizes.Warmup * request) + Math.Min(_sizes.WindowSeconds, _sizes.OperationsMax * request);
    }
}
