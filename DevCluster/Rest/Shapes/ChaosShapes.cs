using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text.Json;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Cluster.Management.Faults;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>ChaosParameters and ChaosEvent.</summary>
internal static class ChaosShapes
{
    private const string Seed = "Seed";

    /// <exception cref="ClusterException">A value is wrong, or asks for what this cluster has not.</exception>
    internal static ChaosParameters Read(RestBody body)
    {
        var context = body.Object("Context").Map("Map");
        var filter = body.Object("ChaosTargetFilter");
        var defaults = new ChaosParameters();
        return new()
        {
            Seed = SeedOf(context),
            TimeToRunSeconds = Long(body, "TimeToRunInSeconds", defaults.TimeToRunSeconds, 1, ChaosParameters.Forever),
            StabilizationSeconds = Long(
                body, "MaxClusterStabilizationTimeoutInSeconds", defaults.StabilizationSeconds, 1, int.MaxValue),
            MaxConcurrentFaults = (int)Long(body, "MaxConcurrentFaults", defaults.MaxConcurrentFaults, 1, 100),
            EnableMoveReplicaFaults = !body.Has("EnableMoveReplicaFaults") || body.Flag("EnableMoveReplicaFaults"),
            FaultPauseSeconds = Long(
                body, "WaitTimeBetweenFaultsInSeconds", defaults.FaultPauseSeconds, 0, int.MaxValue),
            IterationPauseSeconds = Long(
                body, "WaitTimeBetweenIterationsInSeconds", defaults.IterationPauseSeconds, 0, int.MaxValue),
            NodeTypes = ListOf(filter, "NodeTypeInclusionList"),
            Applications = ListOf(filter, "ApplicationInclusionList"),
            HealthPolicy = HealthPolicyBody.Cluster(body.Object("ClusterHealthPolicy")),
            Context = context,
        };
    }

    internal static void Write(Utf8JsonWriter writer, ChaosParameters parameters)
    {
        writer.WriteStartObject();
        writer.Write64("TimeToRunInSeconds", parameters.TimeToRunSeconds);
        writer.WriteNumber("MaxClusterStabilizationTimeoutInSeconds", parameters.StabilizationSeconds);
        writer.WriteNumber("MaxConcurrentFaults", parameters.MaxConcurrentFaults);
        writer.WriteBoolean("EnableMoveReplicaFaults", parameters.EnableMoveReplicaFaults);
        writer.WriteNumber("WaitTimeBetweenFaultsInSeconds", parameters.FaultPauseSeconds);
        writer.WriteNumber("WaitTimeBetweenIterationsInSeconds", parameters.IterationPauseSeconds);
        Write(writer, parameters.HealthPolicy);
        writer.WriteStartObject("Context");
        writer.WriteStartObject("Map");
        foreach (var (name, value) in parameters.Context.Where(p => p.Key != Seed))
            writer.WriteString(name, value);
        writer.WriteString(Seed, parameters.Seed.ToString(CultureInfo.InvariantCulture));
        writer.WriteEndObject();
        writer.WriteEndObject();
        if (parameters is not { NodeTypes: null, Applications: null })
        {
            writer.WriteStartObject("ChaosTargetFilter");
            writer.WriteList(
                "NodeTypeInclusionList", parameters.NodeTypes ?? [], static (w, t) => w.WriteStringValue(t));
            writer.WriteList(
                "ApplicationInclusionList", parameters.Applications ?? [], static (w, a) => w.WriteStringValue(a));
            writer.WriteEndObject();
        }
        writer.WriteEndObject();
    }

    internal static void Write(Utf8JsonWriter writer, ChaosEvent e)
    {
        writer.WriteStartObject();
        writer.WriteString("Kind", e.Kind);
        writer.WriteTime("TimeStampUtc", e.Time);
        if (e.Parameters is { } parameters)
        {
            writer.WritePropertyName("ChaosParameters");
            Write(writer, parameters);
        }
        else if (e.Kind == "ExecutingFaults")
        {
            writer.WriteList("Faults", e.Faults, static (w, f) => w.WriteStringValue(f));
        }
        else
        {
            writer.WriteString("Reason", e.Reason);
        }

        writer.WriteEndObject();
    }

    private static int SeedOf(IReadOnlyDictionary<string, string> context)
    {
        if (!context.TryGetValue(Seed, out var text))
            return RandomNumberGenerator.GetInt32(int.MaxValue);
        return int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var seed) ? seed
            : throw RestRoutes.Invalid($"Seed in Context.Map is '{text}'. Allowed: a whole number of 32 bits.");
    }

    private static void Write(Utf8JsonWriter writer, ClusterHealthPolicy policy)
    {
        writer.WriteStartObject("ClusterHealthPolicy");
        writer.WriteBoolean("ConsiderWarningAsError", policy.ConsiderWarningAsError);
        writer.WriteNumber("MaxPercentUnhealthyNodes", policy.MaxPercentUnhealthyNodes);
        writer.WriteNumber("MaxPercentUnhealthyApplications", policy.MaxPercentUnhealthyApplications);
        WriteMap("ApplicationTypeHealthPolicyMap", policy.ApplicationTypes);
        WriteMap("NodeTypeHealthPolicyMap", policy.NodeTypes);
        writer.WriteEndObject();

        void WriteMap(string name, IReadOnlyDictionary<string, int> limits) =>
            writer.WriteList(name, limits, static (w, limit) =>
            {
                w.WriteStartObject();
                w.WriteString("Key", limit.Key);
                w.WriteNumber("Value", limit.Value);
                w.WriteEndObject();
            });
    }

    private static long Long(RestBody body, string name, long otherwise, long min, long max)
    {
        var text = body.Text(name);
        if (text.Length == 0)
            return otherwise;
        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value)
            && value >= min && value <= max ? value
            : throw RestRoutes.Invalid($"{name} is '{text}'. Allowed: {min} to {max}.");
    }

    // A list that is not given, or null, is none.
    private static string[]? ListOf(RestBody filter, string name) => filter.Has(name) ? [.. filter.Texts(name)] : null;
}
