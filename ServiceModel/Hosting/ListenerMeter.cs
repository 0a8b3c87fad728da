using System.Collections.Generic;
using System.Diagnostics.Metrics;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>Counts what listeners do, for whoever listens to the meter.</summary>
internal static class ListenerMeter
{
    private static readonly Meter Meter = new("SfPerf.ServiceModel");

    private static readonly Counter<long> Connections = Meter.CreateCounter<long>(
        "sfperf.wcf.connections.accepted", "{connection}", "Connections accepted over net.tcp and net.pipe.");

    internal static void Accepted(string listener) =>
        Connections.Add(1, new KeyValuePair<string, object?>("listener", listener));
}
