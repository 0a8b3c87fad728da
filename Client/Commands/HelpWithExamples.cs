using System;
using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.IO;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Commands.Parameters;
using SfPerf.Reports.Text;

namespace SfPerf.Client.Commands;

/// <summary>Ends each verb's help with examples, and that of <c>run</c> with the parameters.</summary>
internal sealed class HelpWithExamples(HelpAction inner) : SynchronousCommandLineAction
{
    private const string All = "--all";
    private const int TextWidthMin = 30;

    private static readonly string[] ClusterExamples =
    [
        "sfperf cluster start --nodes 5                 # stays; sfperf run uses it",
        "sfperf cluster start --nodes 1 --data ./state  # a run then needs --set PublishProfile=Local.1Node",
        "sfperf cluster start --reset                   # without what the last cluster kept",
        "sfperf cluster certificate                     # then cluster start --certificate FILE --client-admin ...",
        "sfperf cluster status --format json",
        "sfperf cluster status --endpoint https://HOST:19443 --cert client.pem",
        "sfperf cluster health",
        "sfperf cluster deploy MyPackage --name fabric:/Mine",
        "sfperf cluster remove fabric:/Mine",
        "sfperf cluster logs fabric:/SfPerf/StatefulStore -f",
        "sfperf cluster move fabric:/SfPerf/StatefulStore _Node_2",
        "sfperf cluster restart _Node_1/SfPerf.StatefulStore",
        "sfperf cluster kill primary fabric:/SfPerf/StatefulStore",
        "sfperf cluster kill node _Node_1",
        "sfperf cluster recover ID                      # the id of a partition, as status shows it",
        "sfperf cluster reset",
        "sfperf cluster stop",
    ];

    public override int Invoke(ParseResult parseResult)
    {
        var code = inner.Invoke(parseResult);
        var output = parseResult.InvocationConfiguration.Output;
        var command = parseResult.CommandResult.Command;
        if (Catalogues.All.TryGetValue(command.Name == "validate" ? Catalogues.Run : command.Name, out var catalogue))
            WriteParameters(catalogue, parseResult.Tokens.Any(t => t.Value == All), command.Name, output);

        output.WriteLine("Examples:");
        foreach (var example in ExamplesOf(ParseErrors.Path(parseResult)))
            output.WriteLine("  " + example);
        output.WriteLine();
        return code;
    }

    private static void WriteParameters(
        ParameterCatalogue catalogue, bool all, string command, TextWriter output)
    {
        ParameterDefinition[] shown = [.. catalogue.All
            .Where(d => all || catalogue.Common.Count == 0 || catalogue.Common.Contains(d.Name))];
        WriteWrapped("", "", "Parameters and their defaults. Where several places give one, the last of these holds: "
            + "file, SFPERF_Name, --set, /Name:value, options.", output);
        WriteWrapped("", "", "Sizes, counts and times may have units: 16KB, 20k, 1M, 500ms.", output);
        var width = shown.Max(d => d.Name.Length);
        foreach (var d in shown)
        {
            var value = d.Default is null ? "required" : d.Default.Length == 0 ? "empty" : d.Default;
            WriteItem(d.Name, width, $"{d.Meaning} ({value})", output);
        }

        if (shown.Length < catalogue.All.Count)
        {
            output.WriteLine($"  and {catalogue.All.Count - shown.Length} more: sfperf {command} --help {All}");
        }
        else if (catalogue.HasObjects)
        {
            WriteItem(ParameterCatalogue.ApplicationParametersPrefix + "NAME", width,
                "Parameter of the application manifest (the profile's)", output);
        }

        output.WriteLine();
    }

    // Where the text does not fit beside the name, it goes on below itself, as in the list of options; where the name
    // leaves no room, below the name.
    private static void WriteItem(string name, int width, string text, TextWriter output)
    {
        var columns = TerminalWriter.WidthOf(output);
        var beside = columns - width - 4 >= TextWidthMin;
        var indent = new string(' ', beside ? width + 4 : 6);
        if (!beside)
            output.WriteLine($"  {name}");
        WriteWrapped(beside ? $"  {name.PadRight(width)}  " : indent, indent, text, output);
    }

    private static void WriteWrapped(string first, string indent, string text, TextWriter output)
    {
        foreach (var line in TerminalWriter.Lines(first, indent, text.Split(' '), TerminalWriter.WidthOf(output)))
            output.WriteLine(line);
    }

    // A verb of `cluster` has the examples that begin with its own words. `deploy` exists twice, alone and below
    // `cluster`, with different examples.
    private static string[] ExamplesOf(string path) => !path.StartsWith("sfperf cluster", StringComparison.Ordinal)
        ? Examples(path.Split(' ')[^1])
        : [.. ClusterExamples.Where(e => e.Split('#')[0].TrimEnd() is var example
            && (example == path || example.StartsWith(path + ' ', StringComparison.Ordinal)))];

    private static string[] Examples(string command) => command switch
    {
        "run" =>
        [
            "sfperf run                                     # Parameters/local1.json on a five-node cluster of its own",
            "sfperf run Parameters/local2.json --set NumClients=2",
            "sfperf run App.config /NumWriteOperationsTotal:100000 --format legacy",
            "sfperf run Parameters/actors.json              # actors instead of the dictionary",
            "sfperf run Parameters/queue.json               # an IReliableQueue: enqueues, then dequeues",
            "sfperf run workloads/workloada --set NumOutstandingMixedOperations=64    # a file of YCSB",
            "sfperf run --set TargetServiceType=SimulatedService --format json",
            "sfperf run my.json --repeat 10                 # ten runs in one folder, for compare",
            "sfperf run runs/ID                             # a saved run again",
            "sfperf run my.json --endpoint https://HOST:19443 --cert client.pem    # what a cluster elsewhere holds",
            "sfperf run --dry-run                           # what would be run, and where each value comes from",
        ],
        "validate" =>
        [
            "sfperf validate Parameters/local1.json",
            "sfperf validate App.config /NumItems:4096",
        ],
        "sweep" =>
        [
            "sfperf sweep Parameters/capacity.json          # the Axes of the file",
            "sfperf sweep Parameters/local1.json --axis NumOutstandingWriteOperations=1..512x2 --until knee",
            "sfperf sweep Parameters/simulated.json --axis OperationDataSizeInBytes=1024,4096 --dry-run",
        ],
        "capacity" =>
        [
            "sfperf capacity Parameters/capacity.json       # the Slo of the file",
            "sfperf capacity Parameters/local1.json --slo \"write:p(99) < 20ms\" --tolerance 2",
            "sfperf capacity Parameters/local1.json --slo \"write:p(99) < 20ms\" --from 1000 --seconds 10",
            "sfperf capacity Parameters/ycsb-a.json --slo \"mixed-read:p(99) < 5ms\"",
        ],
        "ab" =>
        [
            "sfperf ab Parameters/simulated.json            # A with itself: what the machine's noise alone does",
            "sfperf ab Parameters/local1.json --b OperationDataSizeInBytes=2048 --pairs 10",
            "sfperf ab Parameters/local1.json --a TargetServiceType=SfDictionary --b TargetServiceType=SfActor",
            "sfperf ab --a-build ../old/artifacts/bin/SfPerf.Client/release    # an older build against this one",
            "sfperf ab --a ClusterAddress=sdk10 --b ClusterAddress=sdk11 --seconds 20 --fail-on regressed,inconclusive",
        ],
        "compare" =>
        [
            "sfperf compare runs/before runs/after          # folders of runs",
            "sfperf compare runs/before runs/after --metric ops/s --delta 3 --markdown pr.md",
        ],
        "list" => ["sfperf list", "sfperf list runs/nightly"],
        "show" => ["sfperf show runs/A", "sfperf show runs --format legacy"],
        "baseline" =>
        [
            "sfperf run my.json --repeat 10 --out runs",
            "sfperf baseline main runs                      # kept in baselines/main",
            "sfperf compare --baseline main runs",
        ],
        "history" =>
        [
            "sfperf history runs",
            "sfperf history runs --by runtime",
        ],
        "report" =>
        [
            "sfperf report runs                             # all runs below, into report.html",
            "sfperf report runs/NEW --base runs/OLD -o new.html",
        ],
        "export" =>
        [
            "sfperf export runs --to csv -o runs.csv",
            "sfperf export runs/A --to hlog --phase write -o write.hlog",
        ],
        "selftest" =>
        [
            "sfperf selftest                                # the right answers, on virtual time: seconds",
            "sfperf selftest --cost",
            "sfperf selftest --comparisons 200",
        ],
        "chaos" =>
        [
            "sfperf chaos                                   # a minute, all faults, a seed of its own",
            "sfperf chaos --seconds 1800 --seed 7 --faults kill,stop,freeze",
            "sfperf chaos --faults disk                      # only failing disks, one node at a time",
            "sfperf chaos --check chaos-7.jsonl",
        ],
        "env" => ["sfperf env"],
        "package" =>
        [
            "sfperf package --check ApplicationPackage",
            "sfperf package --check new.sfpkg --previous old.sfpkg",
            "sfperf package --runtime linux-x64 -o SfPerf.sfpkg",
        ],
        "deploy" =>
        [
            "sfperf deploy SfPerf.sfpkg --name fabric:/SfPerf",
            "sfperf deploy SfPerf.sfpkg --endpoint https://HOST:19443 --cert client.pem --server-thumbprint HEX",
        ],
        "merge" =>
        [
            "sfperf merge driver1/latency.hlog driver2/latency.hlog -o all.hlog",
        ],
        "schema" =>
        [
            "sfperf schema > sfperf.schema.json",
            "sfperf schema wcf-channel",
        ],
        "ipc" =>
        [
            "sfperf scenario ipc",
            "sfperf scenario ipc Parameters/ipc.json --dry-run",
        ],
        "failover" =>
        [
            "sfperf scenario failover",
            "sfperf scenario failover --events kill-primary,move-primary --repeats 20",
            "sfperf scenario failover Parameters/failover.json --rate 2000 --dry-run",
        ],
        "actor-reminders" =>
        [
            "sfperf scenario actor-reminders",
            "sfperf scenario actor-reminders --reminders 1000 --lead 3 --rounds 1",
        ],
        "table-insert" =>
        [
            "sfperf scenario table-insert",
            "sfperf scenario table-insert --endpoints InProcess --framing Split --entities 1 --rounds 3",
            "sfperf scenario table-insert Parameters/table-insert.json --window 600 --operations 1000000",
        ],
        "scenario" or "wcf-concurrency" or "wcf-channel" =>
        [
            "sfperf scenario wcf-channel",
            "sfperf scenario wcf-channel --calls 10,100 --rounds 2 --warmup 10",
            "sfperf scenario wcf-channel Parameters/wcf-channel.json --dry-run",
            "sfperf scenario wcf-concurrency                # as published: many minutes",
            "sfperf scenario wcf-concurrency --cases 8x1000 --bindings net.tcp --rounds 3",
            "sfperf scenario table-insert                   # Nagle and Expect: 100-continue",
            "sfperf scenario failover                       # kills, stops and moves under load",
            "sfperf scenario actor-reminders                # how late 10,000 reminders fire",
        ],
        _ =>
        [
            "sfperf run",
            "sfperf run Parameters/local2.json --format json",
            "sfperf validate Parameters/local1.json",
            "sfperf cluster start",
        ],
    };
}
