using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace SfPerf.Reports.Runs;

/// <summary>Represents one run as it is kept in <c>run.json</c>; docs/formats/run.md describes every member.</summary>
public sealed record RunRecord
{
    /// <summary>The version this program writes, and the newest it reads.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>The status of a run that has not ended, or whose process died: <c>partial.json</c>'s.</summary>
    public const string Incomplete = "incomplete";

    /// <summary>The parameter of <see cref="TargetService"/>.</summary>
    internal const string Service = "TargetService";

    /// <summary>Gets the version of the schema.</summary>
    [JsonRequired]
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>Gets the run's name, chosen by the user.</summary>
    [JsonRequired]
    public required string Name { get; init; }

    /// <summary>Gets the run's own id.</summary>
    public string Id { get; init; } = "";

    /// <summary>Gets when the run began.</summary>
    [JsonRequired]
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>Gets <c>complete</c>, <c>cancelled</c> or <c>stopped</c>: what is not complete is a part of a
    /// run.</summary>
    public string Status { get; init; } = "complete";

    /// <summary>Gets the parameters by name, as strings, numbers or booleans.</summary>
    [JsonRequired]
    public required IReadOnlyDictionary<string, JsonElement> Parameters { get; init; }

    /// <summary>Gets the service of another application that was measured; null for the one that the run deployed.
    /// </summary>
    [JsonIgnore]
    public string? TargetService => Parameters.TryGetValue(Service, out var service)
        && service.ToString() is { Length: > 0 } name ? name : null;

    /// <summary>Gets where each parameter's value came from.</summary>
    public IReadOnlyDictionary<string, string>? ParameterOrigins { get; init; }

    /// <summary>Gets labels the user gave, by which runs are grouped.</summary>
    public IReadOnlyDictionary<string, string>? Labels { get; init; }

    /// <summary>Gets the number that keys, sizes and arrivals were drawn from.</summary>
    public int? Seed { get; init; }

    /// <summary>Gets the machine and the versions.</summary>
    [JsonRequired]
    public required EnvironmentRecord Environment { get; init; }

    /// <summary>Gets the cluster; absent when the target is not one.</summary>
    public ClusterRecord? Cluster { get; init; }

    /// <summary>Gets the phases in order.</summary>
    [JsonRequired]
    public required IReadOnlyList<PhaseRecord> Phases { get; init; }

    /// <summary>Gets the phases that were to be measured.</summary>
    [JsonIgnore]
    public IEnumerable<PhaseRecord> Measured => Phases.Where(p => p.IsMeasured);

    /// <summary>Gets how far the run had come; in <c>partial.json</c> only.</summary>
    public UnderWayRecord? UnderWay { get; init; }

    /// <summary>Gets how quiet the machine was.</summary>
    public NoiseRecord? Noise { get; init; }

    /// <summary>Gets what was observed of processes each second.</summary>
    public IReadOnlyList<CounterSeriesRecord>? Counters { get; init; }

    /// <summary>Gets the thresholds and how they came out.</summary>
    public IReadOnlyList<ThresholdRecord>? Thresholds { get; init; }

    /// <summary>Gets what happened when, for drawing: a kill, a failover.</summary>
    public IReadOnlyList<EventRecord>? Events { get; init; }

    /// <summary>Gets what all rounds of a scenario say; absent but in the run of its last round.</summary>
    public ScenarioRecord? Scenario { get; init; }

    /// <summary>Gets what injected faults did; of the scenario <c>failover</c> only.</summary>
    public FailoverRecord? Failover { get; init; }

    /// <summary>Gets the command that makes such a run again.</summary>
    public string? Command { get; init; }

    /// <summary>Makes parameter values of strings, whole numbers, fractions and booleans.</summary>
    /// <exception cref="ArgumentException">A value is of another type.</exception>
    public static IReadOnlyDictionary<string, JsonElement> ParametersOf(
        IEnumerable<KeyValuePair<string, object?>> values)
    {
        var parameters = new SortedDictionary<string, JsonElement>(StringComparer.Ordinal);
        foreach (var (name, value) in values ?? throw new ArgumentNullException(nameof(values)))
        {
            parameters[name] = value switch
            {
                string text => JsonSerializer.SerializeToElement(text, RunJson.Default.String),
                bool flag => JsonSerializer.SerializeToElement(flag, RunJson.Default.Boolean),
                int number => JsonSerializer.SerializeToElement(number, RunJson.Default.Int64),
                long number => JsonSerializer.SerializeToElement(number, RunJson.Default.Int64),
                double number => JsonSerializer.SerializeToElement(number, RunJson.Default.Double),
                JsonElement element => element,
                null => JsonSerializer.SerializeToElement(null!, RunJson.Default.String),
                _ => throw new ArgumentException($"Parameter {name} is a {value.GetType().Name}.", nameof(values)),
            };
        }

        return parameters;
    }
}

/// <summary>How runs are written as JSON, without reflection.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(RunRecord))]
[JsonSerializable(typeof(EventRecord))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(bool))]
[JsonSerializable(typeof(long))]
[JsonSerializable(typeof(double))]
internal sealed partial class RunJson : JsonSerializerContext;

/// <summary>A threshold and how it came out.</summary>
/// <param name="Expression">As the user wrote it.</param>
/// <param name="Value">What was measured, in the expression's unit; null when nothing was.</param>
/// <param name="Passed">Whether it holds; false when nothing was measured.</param>
public sealed record ThresholdRecord(string Expression, double? Value, bool Passed);

/// <summary>A file that should hold a run does not, is cut short, or is of a newer schema.</summary>
public sealed class RunFormatException(string path, string reason)
    : FormatException($"{path}: {reason}")
{
    /// <summary>Gets the file.</summary>
    public string Path { get; } = path;

    /// <summary>Gets what is wrong with it.</summary>
    public string Reason { get; } = reason;
}
