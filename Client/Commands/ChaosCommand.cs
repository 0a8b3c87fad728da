using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Chaos.DiskFaults;
using SfPerf.Chaos.Faults;
using SfPerf.Client.Chaos;
using SfPerf.Commands;
using SfPerf.Platform;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf chaos</c>: breaks a cluster under load and proves that it keeps its promises.</summary>
internal static class ChaosCommand
{
    private const int SecondsMax = 86_400;
    private const int SecondsMin = 5;
    private const int PartitionsMax = 16;
    private const int ClientsMax = 256;

    public static Command Build(Terminal terminal)
    {
        var seconds = Number("--seconds", "How long faults are injected: 5 to 86400.", 60);
        var seed = new Option<int?>("--seed")
        {
            Description = "What faults and operations are drawn from: 0 to 2147483647; another one each time.",
            HelpName = "N",
        };
        var nodes = Number("--nodes", "Nodes of the cluster: 1, 3 or 5.", 5);
        var partitions = Number("--partitions", "Partitions of the store: 1 to 16.", 2);
        var clients = Number("--clients", "Clients at once: as many as partitions, up to 256.", 16);
        var faults = new Option<string>("--faults")
        {
            Description = $"Some of {string.Join(", ", FaultGroups.Names)}; with commas between. Disks fail on Linux "
                + "with a C compiler (cc) only; all leaves them out elsewhere.",
            HelpName = "LIST", DefaultValueFactory = _ => FaultGroups.All,
        };
        var history = new Option<string?>("--history")
        {
            Description = "Where the history is written; chaos-SEED.jsonl unless told.", HelpName = "FILE",
        };
        var check = new Option<string?>("--check")
        {
            Description = "Checks a saved history again, and starts nothing.", HelpName = "FILE",
        };
        var command = new Command("chaos",
            "Kills, stops and moves processes of its own cluster under load, lets its disks fail and all of it stand "
            + "still, and checks that nothing acknowledged is lost, stale, doubled or torn.")
        {
            seconds, seed, nodes, partitions, clients, faults, history, check,
        };
        command.SetAction((parsed, token) =>
        {
            if (parsed.GetValue(check) is { } file)
                return CheckAsync(file, terminal);
            var drawn = parsed.GetValue(seed) ?? RandomNumberGenerator.GetInt32(int.MaxValue);
            var options = new ChaosOptions(
                TimeSpan.FromSeconds(Within("--seconds", parsed.GetValue(seconds), SecondsMin, SecondsMax)),
                Within("--seed", drawn, 0, int.MaxValue),
                parsed.GetValue(nodes) is 1 or 3 or 5 ? parsed.GetValue(nodes) : throw Wrong("--nodes", "1, 3 or 5"),
                Within("--partitions", parsed.GetValue(partitions), 1, PartitionsMax),
                Within("--clients", parsed.GetValue(clients), parsed.GetValue(partitions), ClientsMax),
                Faults(parsed.GetValue(faults)!), Path.GetFullPath(parsed.GetValue(history) ?? NewFile(drawn)));
            return RunAsync(options, terminal, token);
        });
        return command;
    }

    private static async Task<int> RunAsync(ChaosOptions options, Terminal terminal, CancellationToken token)
    {
        if (OperatingSystem.IsWindows())
        {
            throw new SfPerfException(ExitCode.BadParameters, "sfperf chaos needs Linux or macOS: signals stop its "
                + "processes.");
        }

        return (int)await new ChaosRun(options, terminal, TimeProvider.System).RunAsync(token).ConfigureAwait(false);
    }

    private static async Task<int> CheckAsync(string file, Terminal terminal)
    {
        var (history, findings) = ChaosRun.Check(file);
        ChaosText.Write(terminal.Out, history, findings);
        return (int)await ChaosRun.EndAsync(findings, cancelled: false, terminal).ConfigureAwait(false);
    }

    private static IReadOnlyCollection<string> Faults(string list)
    {
        var names = list.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        if (names.FirstOrDefault(n => !FaultGroups.Names.Contains(n)) is { } unknown)
        {
            throw new SfPerfException(ExitCode.BadParameters, $"--faults: there is no kind {unknown}. "
                + (Suggestion.Nearest(unknown, FaultGroups.Names) is { } near
                    ? $"Did you mean {near}?" : $"Allowed: {string.Join(", ", FaultGroups.Names)}."));
        }

        if (FaultyDisk.Missing is { } missing && names.Contains(FaultGroups.Disk))
            throw new SfPerfException(ExitCode.BadParameters, $"--faults disk needs {missing}.");
        return
        [
            .. FaultGroups.Every.Where(g => names.Contains(g) || names.Contains(FaultGroups.All))
                .Where(g => g != FaultGroups.Disk || FaultyDisk.Missing is null),
        ];
    }

    // A history of the same seed is not overwritten: it may be evidence.
    private static string NewFile(int seed)
    {
        for (var number = 1; ; number++)
        {
            var name = string.Create(CultureInfo.InvariantCulture,
                $"chaos-{seed}{(number == 1 ? "" : $"-{number}")}.jsonl");
            if (!File.Exists(name))
                return name;
        }
    }

    private static Option<int> Number(string name, string description, int value) => new(name)
    {
        Description = description, HelpName = "N", DefaultValueFactory = _ => value,
    };

    private static int Within(string name, int value, int min, int max) => value >= min && value <= max ? value
        : throw Wrong(name, string.Create(CultureInfo.InvariantCulture, $"{min} to {max}"));

    private static SfPerfException Wrong(string name, string allowed) =>
        new(ExitCode.BadParameters, $"{name}: allowed is {allowed}.");
}
