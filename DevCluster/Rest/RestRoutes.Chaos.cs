using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.DevCluster.Rest.Shapes;

namespace SfPerf.DevCluster.Rest;

/// <content>Chaos. Its seed is <c>Seed</c> in the map of the context, where every client can put it.</content>
internal sealed partial class RestRoutes
{
    private const int ChaosPageMax = 100;

    private IEnumerable<RestRoute> ChaosRoutes() =>
    [
        Get("Tools/Chaos", 6.2m, ChaosAsync),
        Get("Tools/Chaos/Events", 6.2m, ChaosEventsAsync),
        Post("Tools/Chaos/$/Start", 6.0m, StartChaosAsync),
        Post("Tools/Chaos/$/Stop", 6.0m, StopChaosAsync),
    ];

    private async Task StartChaosAsync(RestCall call)
    {
        var parameters = ChaosShapes.Read(await RestBody.ReadAsync(call).ConfigureAwait(false));
        _ = await _manager.StartChaosAsync(parameters).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task StopChaosAsync(RestCall call)
    {
        await _manager.StopChaosAsync().ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task ChaosAsync(RestCall call)
    {
        var chaos = await _manager.ChaosAsync().ConfigureAwait(false);
        await call.ObjectAsync(writer =>
        {
            writer.WritePropertyName("ChaosParameters");
            ChaosShapes.Write(writer, chaos.Parameters);
            writer.WriteString("Status", chaos.Status);
            // Schedules are not supported.
            writer.WriteString("ScheduleStatus", "Stopped");
        }).ConfigureAwait(false);
    }

    private Task ChaosEventsAsync(RestCall call)
    {
        var (from, to) = (FileTime(call, "StartTimeUtc", DateTimeOffset.MinValue),
            FileTime(call, "EndTimeUtc", DateTimeOffset.MaxValue));
        var max = call.Number("MaxResults", 0) is var asked and > 0 and < ChaosPageMax ? asked : ChaosPageMax;
        var page = RestPage.Of(_manager.ChaosEvents().Where(e => e.Time >= from && e.Time <= to),
            e => e.Number.ToString("d19", CultureInfo.InvariantCulture), call.Query("ContinuationToken"), max);
        return call.ObjectAsync(writer =>
        {
            writer.WriteString("ContinuationToken", page.Next);
            writer.WriteList("History", page.Items, static (w, e) =>
            {
                w.WriteStartObject();
                w.WritePropertyName("ChaosEvent");
                ChaosShapes.Write(w, e);
                w.WriteEndObject();
            });
        });
    }

    private static DateTimeOffset FileTime(RestCall call, string name, DateTimeOffset otherwise)
    {
        if (call.Query(name) is null)
            return otherwise;
        var ticks = call.Number(name, 0);
        return ticks <= DateTimeOffset.MaxValue.ToFileTime() ? DateTimeOffset.FromFileTime(ticks)
            : throw Invalid($"{name} is {ticks}. Allowed: a Windows file time, as 133497000000000000.");
    }
}
