using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Xml;
using SfPerf.DevCluster.Gateway;
using SfPerf.Fabric.Cluster.Management.Reported;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Rest;

/// <content>Health reports of clients.</content>
internal sealed partial class RestRoutes
{
    private static readonly string[] HealthStates = ["Invalid", "Ok", "Warning", "Error"];

    private IEnumerable<RestRoute> ReportRoutes() =>
    [
        Report("$/ReportClusterHealth", _ => new(HealthEntityKind.Cluster, "")),
        Report("Nodes/{node}/$/ReportHealth", call => new(HealthEntityKind.Node, "") { Node = call.Node }),
        Report("Applications/{application}/$/ReportHealth",
            call => new(HealthEntityKind.Application, call.Application)),
        Report("Nodes/{node}/$/GetApplications/{application}/$/ReportHealth",
            call => new(HealthEntityKind.DeployedApplication, call.Application) { Node = call.Node }),
        Report("Nodes/{node}/$/GetApplications/{application}/$/GetServicePackages/{package}/$/ReportHealth",
            call => new(HealthEntityKind.DeployedServicePackage, call.Application)
            {
                Node = call.Node, ServicePackage = call["package"]!,
            }),
        .. Services.Select(s => Report(s + "/$/ReportHealth",
            call => new(HealthEntityKind.Service, "") { Service = call.Service })),
        .. Partitions.Select(p => Report(p + "/$/ReportHealth",
            call => new(HealthEntityKind.Partition, "") { Partition = IdOf(call) })),
        .. Replicas.Select(r => Report(r + "/$/ReportHealth",
            call => new(HealthEntityKind.Replica, "") { Partition = IdOf(call), Replica = ReplicaOf(call) })),
    ];

    private RestRoute Report(string path, Func<RestCall, HealthEntity> entity) => Post(path, 1.0m, async call =>
    {
        var report = HealthRequests.Report(RequestOf(await RestBody.ReadAsync(call).ConfigureAwait(false)));
        // A report that is not newer than the last one changes nothing, and is no error.
        _ = await _manager.ReportHealthAsync(entity(call), report).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    });

    private static HealthRequest RequestOf(RestBody body)
    {
        var state = body.Required("HealthState");
        return new()
        {
            SourceId = body.Text("SourceId"),
            Property = body.Text("Property"),
            // A number stands for the state of the same place in the enumeration.
            State = int.TryParse(state, out var number) && number > 0 && number < HealthStates.Length
                ? HealthStates[number] : state,
            Description = body.Text("Description"),
            SequenceNumber = body.Text("SequenceNumber") is { Length: > 0 } and not "0" and var given ? given
                : TimeProvider.System.GetUtcNow().UtcTicks.ToString(CultureInfo.InvariantCulture),
            TimeToLiveSeconds = Seconds(body.Text("TimeToLiveInMilliSeconds")),
            RemoveWhenExpired = body.Flag("RemoveWhenExpired"),
        };
    }

    // A duration of ISO 8601, or milliseconds; 0 stands for ever.
    private static double Seconds(string text)
    {
        if (text.Length == 0)
            return 0;
        if (double.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var milliseconds))
            return milliseconds / 1000;
        try
        {
            var lives = XmlConvert.ToTimeSpan(text);
            return lives == TimeSpan.MaxValue ? 0 : lives.TotalSeconds;
        }
        catch (Exception e) when (e is FormatException or OverflowException)
        {
            throw Invalid($"TimeToLiveInMilliSeconds is '{text}'. Allowed: a duration as PT30S, or milliseconds.");
        }
    }

    private static Guid IdOf(RestCall call) => Guid.TryParse(call["partition"], out var id) ? id
        : throw Invalid($"The partition is '{call["partition"]}'. Allowed: a GUID.");

    private static long ReplicaOf(RestCall call) =>
        long.TryParse(call["replica"], NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id
            : throw Invalid($"The replica is '{call["replica"]}'. Allowed: a whole number.");
}
