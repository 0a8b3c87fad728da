using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Machine;
using SfPerf.Machine.Runtime;

namespace SfPerf.Client.Measuring;

/// <summary>A process whose counters are read while a run lasts.</summary>
internal sealed class ObservedProcess : IAsyncDisposable
{
    private readonly int _id;
    private readonly RuntimeCounters? _runtime;

    private ObservedProcess(string name, int id, RuntimeCounters? runtime) =>
        (Name, _id, _runtime) = (name, id, runtime);

    public string Name { get; }

    /// <summary>Begins to observe: a .NET process is asked to publish its runtime's counters.</summary>
    public static async Task<ObservedProcess> BeginAsync(
        string name, int id, IReadOnlyList<string> instruments, CancellationToken token) =>
        new(name, id, id == Environment.ProcessId
            ? null : await RuntimeCounters.ConnectAsync(id, instruments, token).ConfigureAwait(false));

    /// <summary>Reads the instruments of its meters that it was asked for.</summary>
    public IReadOnlyDictionary<string, MeterReading> ReadMeters() =>
        _runtime?.Meters ?? new Dictionary<string, MeterReading>();

    /// <summary>Reads its counters, all of which only rise; null for what is not known.</summary>
    public IReadOnlyDictionary<string, double?> Read()
    {
        var process = ProcessReading.Take(_id);
        var runtime = _id == Environment.ProcessId ? RuntimeReading.OfThisProcess() : _runtime?.Reading;
        return new Dictionary<string, double?>
        {
            ["cpu"] = process?.ProcessorSeconds,
            ["written-bytes"] = process?.WrittenBytes,
            ["read-bytes"] = process?.ReadBytes,
            ["gc-gen0"] = runtime?.Collections.Gen0,
            ["gc-gen1"] = runtime?.Collections.Gen1,
            ["gc-gen2"] = runtime?.Collections.Gen2,
            ["gc-pause-ms"] = runtime?.PauseMilliseconds,
            ["allocated-bytes"] = runtime?.AllocatedBytes,
        };
    }

    public ValueTask DisposeAsync() => _runtime?.DisposeAsync() ?? ValueTask.CompletedTask;
}
