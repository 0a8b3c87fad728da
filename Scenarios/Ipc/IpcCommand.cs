using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Platform;
using SfPerf.Scenarios.Ipc.Transports;

namespace SfPerf.Scenarios.Ipc;

/// <summary><c>sfperf scenario ipc</c>.</summary>
internal sealed class IpcCommand(ScenarioSettings settings) : IScenario
{
    private readonly IpcSettings _what = new(settings.Parameters);

    public static ScenarioDefinition Definition { get; } = new(
        IpcCatalogue.Name, "How fast two processes of a machine call each other, transport by transport.",
        IpcCatalogue.Instance, settings => new IpcCommand(settings));

    public int Rounds => settings.Rounds;

    public IReadOnlyList<ScenarioBlock> Blocks => IpcScenario.Blocks(_what);

    public Task<ExitCode> RunAsync(CancellationToken token) => DedicatedThread.RunAsync(() => Run(token));

    private ExitCode Run(CancellationToken token)
    {
        var runs = new ScenarioRuns(settings);
        runs.CheckFolder();
        var output = settings.Terminal.Out;
        var processors = _what.Pinned ? ProcessorAffinity.Allowed() : [];
        using var servers = new IpcServers(_what);
        using var pinned = processors.Count > 1 ? ProcessorAffinity.Pin(processors[0]) : null;
        Blocking.Wait(servers.StartAsync(pinned is null ? null : processors[1], token));
        servers.Connect();
        if (servers.All.All(a => a.Absence is not null))
            throw Nothing(servers);
        var progress = settings.Progress(Blocks);
        progress.WarmUp(_what.Warmup);
        var scenario = new IpcScenario(_what, servers, progress);
        scenario.WarmUp(token);
        var rounds = new List<IReadOnlyList<ArmResult>>();
        runs.Begin();
        for (var round = 0; round < settings.Rounds; round++)
        {
            rounds.Add(scenario.Round(round, token));
            if (rounds[^1].Count == 0)
                throw Nothing(servers);
            runs.Add(rounds[^1]);
        }

        output.WriteLine(PinnedText(processors));
        var figures = new IpcRounds(rounds);
        var table = new IpcTable(figures, _what, servers);
        var causes = new CauseTable(figures, _what, servers);
        table.Write(output);
        causes.Write(output);
        var charts = new IpcCharts(figures, _what, servers);
        var code = runs.End([.. table.Judge(pinned is not null), .. causes.Judge()], new Dictionary<string, double>(),
            charts.Charts(), charts.Grids());
        foreach (var arm in servers.All.Where(a => a.HasFailed))
            settings.Terminal.Error.WriteLine($"sfperf: {arm.Name}: {arm.Absence}");
        return servers.All.Any(a => a.HasFailed) ? ExitCode.Unreachable : code;
    }

    // What the machine lacks is no failure of a server.
    private static SfPerfException Nothing(IpcServers servers) => new(
        servers.All.Any(a => a.HasFailed) ? ExitCode.Unreachable : ExitCode.NothingMeasured,
        $"No transport could be measured: {servers.Absences}");

    private string PinnedText(IReadOnlyList<int> processors) => processors.Count > 1
        ? $" Pinned: client on processor {processors[0]}, servers on processor {processors[1]}"
            + (_what.Transports.Any(t => t.Name == TransportCatalogue.RabbitMq) ? "; the broker runs on any." : ".")
        : _what.Pinned ? " Not pinned: this process may use one processor only, or the system does not tell."
        : " Not pinned, as asked: of the order nothing is judged.";
}
