using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace SfPerf.Chaos.Histories;

/// <summary>The lines of a history's file: one JSON object each (docs/reference/chaos.md).</summary>
public static class HistoryFormat
{
    internal const int Version = 1;

    private static readonly string[] KindNames =
    [
        "read", "write", "cas", "transfer", "balances", "enqueue", "dequeue", "cq-enqueue", "cq-dequeue", "receipt",
        "remaining", "cq-remaining",
    ];

    private static readonly string[] OutcomeNames = ["ok", "fail", "info"];

    /// <summary>Returns the name of a kind of operation in a history's file.</summary>
    public static string Name(OperationKind kind) => KindNames[(int)kind];

    /// <summary>Returns the line of an operation.</summary>
    public static string Line(Operation operation)
    {
        ArgumentNullException.ThrowIfNull(operation);
        var line = new JsonObject
        {
            ["id"] = operation.Id, ["proc"] = operation.Process, ["part"] = operation.Partition,
            ["f"] = Name(operation.Kind), ["t0"] = operation.Begin,
            ["t1"] = operation.End == Operation.Never ? null : operation.End,
            ["k"] = operation.Key, ["v"] = operation.Value, ["x"] = operation.Second, ["r"] = operation.Result,
            ["st"] = OutcomeNames[(int)operation.Outcome],
        };
        if (operation.Values is { } values)
            line["rs"] = new JsonArray([.. values.Select(v => (JsonNode)v)]);
        if (operation.Error is { } error)
            line["err"] = error;
        return line.ToJsonString();
    }

    /// <summary>Returns the line of a fault.</summary>
    public static string Line(FaultRecord fault)
    {
        ArgumentNullException.ThrowIfNull(fault);
        var line = new JsonObject
        {
            ["event"] = "fault", ["f"] = fault.Kind, ["target"] = fault.Target, ["node"] = fault.Node,
            ["t0"] = fault.Begin,
            ["t1"] = fault.End, ["parts"] = new JsonArray([.. fault.Primaries.Select(p => (JsonNode)p)]),
            ["skipped"] = fault.Skipped,
        };
        if (fault.Ready is { } ready)
        {
            line["ready"] = new JsonArray([.. fault.Primaries.Select(partition => new JsonArray(
                [.. ready.GetValueOrDefault(partition, []).Select(node => (JsonNode)node)]))]);
        }
        return line.ToJsonString();
    }

    /// <summary>Returns the first line.</summary>
    public static string Line(HistoryHead head)
    {
        ArgumentNullException.ThrowIfNull(head);
        return new JsonObject
        {
            ["event"] = "begin", ["version"] = Version, ["seed"] = head.Seed, ["seconds"] = head.Seconds,
            ["nodes"] = head.Nodes, ["partitions"] = head.Partitions, ["clients"] = head.Clients,
            ["faults"] = head.Faults, ["accounts"] = head.Accounts, ["balance"] = head.InitialBalance,
        }.ToJsonString();
    }

    /// <summary>Returns the last line.</summary>
    public static string Line(HistoryTail tail)
    {
        ArgumentNullException.ThrowIfNull(tail);
        return new JsonObject
        {
            ["event"] = "end", ["complete"] = tail.Complete, ["healed"] = tail.HealedSeconds,
            ["missing"] = tail.NotHealed,
        }.ToJsonString();
    }

    /// <summary>Reads the lines of a file.</summary>
    /// <exception cref="FormatException">A line is not understood; the message names its number.</exception>
    public static History Read(IEnumerable<string> lines)
    {
        ArgumentNullException.ThrowIfNull(lines);
        HistoryHead? head = null;
        HistoryTail? tail = null;
        var operations = new List<Operation>();
        var faults = new List<FaultRecord>();
        var number = 0;
        foreach (var text in lines)
        {
            number++;
            try
            {
                var line = JsonElement.Parse(text);
                switch (line.TryGetProperty("event", out var name) ? name.GetString() : "")
                {
                    case "":
                        operations.Add(ReadOperation(line));
                        break;
                    case "fault":
                        faults.Add(ReadFault(line));
                        break;
                    case "begin":
                        head = ReadHead(line);
                        break;
                    case "end":
                        tail = new(line.GetProperty("complete").GetBoolean(),
                            line.GetProperty("healed") is { ValueKind: JsonValueKind.Number } s ? s.GetDouble() : null,
                            line.GetProperty("missing").GetString());
                        break;
                    default:
                        throw new FormatException($"There is no event '{name}'.");
                }
            }
            catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException
                or FormatException)
            {
                throw new FormatException($"Line {number} is not understood: {e.Message}", e);
            }
        }

        return new(head ?? throw new FormatException("The line that begins a history is missing."),
            operations, faults, tail);
    }

    private static HistoryHead ReadHead(JsonElement line) =>
        line.GetProperty("version").GetInt32() is var version && version != Version
            ? throw new FormatException($"It is of version {version}; this one reads version {Version}.")
            : new(line.GetProperty("seed").GetInt32(), line.GetProperty("seconds").GetInt32(),
                line.GetProperty("nodes").GetInt32(), line.GetProperty("partitions").GetInt32(),
                line.GetProperty("clients").GetInt32(), line.GetProperty("faults").GetString() ?? "",
                line.GetProperty("accounts").GetInt32(), line.GetProperty("balance").GetInt64());

    private static Operation ReadOperation(JsonElement line) => new(
        line.GetProperty("id").GetInt64(), line.GetProperty("proc").GetInt32(), line.GetProperty("part").GetInt32(),
        (OperationKind)IndexOf(KindNames, line.GetProperty("f")), line.GetProperty("t0").GetInt64(),
        Number(line.GetProperty("t1")) ?? Operation.Never,
        (Outcome)IndexOf(OutcomeNames, line.GetProperty("st")))
    {
        Key = line.GetProperty("k").GetInt64(), Value = line.GetProperty("v").GetInt64(),
        Second = line.GetProperty("x").GetInt64(), Result = Number(line.GetProperty("r")),
        Values = line.TryGetProperty("rs", out var values)
            ? [.. values.EnumerateArray().Select(v => v.GetInt64())] : null,
        Error = line.TryGetProperty("err", out var error) ? error.GetString() : null,
    };

    private static FaultRecord ReadFault(JsonElement line)
    {
        int[] partitions = [.. line.GetProperty("parts").EnumerateArray().Select(p => p.GetInt32())];
        return new(line.GetProperty("f").GetString() ?? "", line.GetProperty("target").GetString() ?? "",
            line.GetProperty("t0").GetInt64(), line.GetProperty("t1").GetInt64(), partitions)
        {
            // Older histories name the node only within the target, and do not know which replicas were ready.
            Node = line.TryGetProperty("node", out var node) ? node.GetString() : null,
            Ready = line.TryGetProperty("ready", out var ready) ? ReadReady(ready, partitions) : null,
            Skipped = line.GetProperty("skipped").GetString(),
        };
    }

    private static Dictionary<int, IReadOnlyList<string>> ReadReady(JsonElement ready, int[] partitions) =>
        ready.GetArrayLength() != partitions.Length
            ? throw new FormatException("'ready' and 'parts' are not of one length.")
            : partitions.Zip(ready.EnumerateArray()).ToDictionary(p => p.First, IReadOnlyList<string> (p) =>
                [.. p.Second.EnumerateArray().Select(node => node.GetString() ?? "")]);

    private static long? Number(JsonElement value) =>
        value.ValueKind == JsonValueKind.Null ? null : value.GetInt64();

    private static int IndexOf(string[] names, JsonElement name) => Array.IndexOf(names, name.GetString()) is var index
        and >= 0 ? index : throw new FormatException($"'{name}' is not known; allowed: {string.Join(", ", names)}.");
}
