using System;
using System.Globalization;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Management.Reported;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Gateway;

/// <summary>Health reports as requests write them, and as the manager takes them.</summary>
internal static class HealthRequests
{
    private static readonly string[] States = ["Ok", "Warning", "Error"];

    /// <exception cref="ClusterException">A value is wrong.</exception>
    internal static HealthEntity Entity(HealthRequest request)
    {
        if (!Enum.TryParse<HealthEntityKind>(request.Kind, out var kind) || !Enum.IsDefined(kind))
            throw Wrong("kind", request.Kind, string.Join(", ", Enum.GetNames<HealthEntityKind>()));
        return new(kind, request.Application)
        {
            Service = request.Service,
            Partition = request.Partition,
            Replica = Number("replica", request.Replica),
            Node = request.Node,
            ServicePackage = request.ServicePackage,
        };
    }

    /// <exception cref="ClusterException">A value is wrong.</exception>
    internal static HealthReport Report(HealthRequest request)
    {
        if (Array.IndexOf(States, request.State) < 0)
            throw Wrong("state", request.State, string.Join(", ", States));
        if (string.IsNullOrWhiteSpace(request.SourceId)
            || request.SourceId.StartsWith("System.", StringComparison.OrdinalIgnoreCase))
        {
            throw Wrong("sourceId", request.SourceId, "a name that does not begin with System., the cluster's own");
        }

        if (string.IsNullOrWhiteSpace(request.Property))
            throw Wrong("property", request.Property, "a name");
        if (request.TimeToLiveSeconds is not (>= 0 and <= 922_337_203_685))
        {
            throw Wrong("timeToLiveSeconds", request.TimeToLiveSeconds.ToString(CultureInfo.InvariantCulture),
                "0 (for ever) to 922337203685");
        }
        return new()
        {
            SourceId = request.SourceId,
            Property = request.Property,
            State = request.State,
            Description = request.Description,
            SequenceNumber = Number("sequenceNumber", request.SequenceNumber),
            TimeToLiveMilliseconds = request.TimeToLiveSeconds * 1000,
            RemoveWhenExpired = request.RemoveWhenExpired,
        };
    }

    private static long Number(string name, string text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number
            : throw Wrong(name, text, "a whole number");

    private static ClusterException Wrong(string what, string value, string allowed) =>
        new("E_INVALIDARG", $"{what} is '{value}'. Allowed: {allowed}.");
}
