using System.Collections.Generic;
using System.Diagnostics.Metrics;

namespace SfPerf.TestKit;

/// <summary>What the observable instruments of a meter say at one moment.</summary>
public static class MeterReading
{
    /// <summary>Asks every instrument of the meters with this name; values by the names of instruments.</summary>
    public static Dictionary<string, double> Of(string meter)
    {
        var heard = new Dictionary<string, double>();
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, l) =>
        {
            if (instrument.Meter.Name == meter)
                l.EnableMeasurementEvents(instrument);
        };
        // Counters that others add to meanwhile are heard on their threads.
        listener.SetMeasurementEventCallback<long>((i, v, _, _) => Note(i, v));
        listener.SetMeasurementEventCallback<double>((i, v, _, _) => Note(i, v));
        listener.Start();
        listener.RecordObservableInstruments();
        lock (heard)
            return new(heard);

        void Note(Instrument instrument, double value)
        {
            lock (heard)
                heard[instrument.Name] = value;
        }
    }
}
