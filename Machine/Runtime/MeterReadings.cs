using System.Collections.Generic;
using System.Globalization;
using System.Threading;

namespace SfPerf.Machine.Runtime;

/// <summary>Describes what a meter's instrument says.</summary>
/// <param name="Value">The sum since the connection was made, or the level now.</param>
/// <param name="IsLevel">Whether it may fall.</param>
public readonly record struct MeterReading(double Value, bool IsLevel);

/// <summary>
/// Adds up what a process publishes of its meters. A histogram is two sums: its count and its sum of values.
/// </summary>
/// <param name="session">Who asked; what somebody else asked for is left out.</param>
internal sealed class MeterReadings(string session)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, MeterReading> _values = []; // guarded by _gate

    /// <summary>Gets what was published so far, by the names of the instruments.</summary>
    internal IReadOnlyDictionary<string, MeterReading> Values
    {
        get
        {
            lock (_gate)
                return new Dictionary<string, MeterReading>(_values);
        }
    }

    /// <summary>Takes an event of the runtime; one that is no value of an instrument is left out.</summary>
    internal void Take(string name, IReadOnlyDictionary<string, object> fields)
    {
        if (fields.GetValueOrDefault("sessionId") as string != session
            || fields.GetValueOrDefault("instrumentName") is not string instrument)
        {
            return;
        }

        switch (name)
        {
            case "CounterRateValuePublished":
                Add(instrument, Number(fields, "rate"));
                break;
            case "UpDownCounterRateValuePublished":
                Set(instrument, Number(fields, "value"));
                break;
            case "GaugeValuePublished":
                Set(instrument, Number(fields, "lastValue"));
                break;
            case "HistogramValuePublished":
                Add(instrument + ".count", Number(fields, "count"));
                Add(instrument + ".sum", Number(fields, "sum"));
                break;
            default:
                break;
        }
    }

    // A number that the process could not tell yet is an empty text.
    private static double? Number(IReadOnlyDictionary<string, object> fields, string name) =>
        fields.GetValueOrDefault(name) switch
        {
            string text when double.TryParse(text, CultureInfo.InvariantCulture, out var number) => number,
            int number => number,
            double number => number,
            _ => null,
        };

    private void Add(string name, double? rise)
    {
        lock (_gate)
            _values[name] = new(_values.GetValueOrDefault(name).Value + (rise ?? 0), IsLevel: false);
    }

    private void Set(string name, double? level)
    {
        if (level is not { } value)
            return;
        lock (_gate)
            _values[name] = new(value, IsLevel: true);
    }
}
