using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using SfPerf.Client.Measuring;
using SfPerf.Commands.Parameters;
using SfPerf.Workload;

namespace SfPerf.Client.Output;

/// <summary>Prints what a run would do, and where each value comes from.</summary>
internal static class DryRun
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    public static void Write(RunPlan plan, bool json, TextWriter output) =>
        Write(plan.Parameters.Set, Steps(plan), json, output);

    /// <summary>Prints what many runs would do; what one of them does comes first.</summary>
    public static void Write(RunPlan first, IEnumerable<string> then, TextWriter output) =>
        Write(first.Parameters.Set, [.. Steps(first), "", .. then], json: false, output);

    public static void Write(ParameterSet parameters, IReadOnlyList<string> steps, bool json, TextWriter output)
    {
        var all = parameters.All.ToList();
        if (json)
        {
            var values = all.ToDictionary(
                v => v.Name,
                v => new Dictionary<string, string> { ["value"] = v.Text, ["origin"] = v.Origin.ToString() });
            output.WriteLine(JsonSerializer.Serialize(new { parameters = values, plan = steps }, Indented));
            return;
        }

        var nameWidth = all.Max(v => v.Name.Length);
        var valueWidth = Math.Max(10, all.Max(v => v.Text.Length));
        output.WriteLine($"{"parameter".PadRight(nameWidth)}  {"value".PadRight(valueWidth)}  origin");
        foreach (var v in all)
            output.WriteLine($"{v.Name.PadRight(nameWidth)}  {v.Text.PadRight(valueWidth)}  {v.Origin}");
        output.WriteLine();
        foreach (var step in steps)
            output.WriteLine(step);
    }

    private static List<string> Steps(RunPlan plan)
    {
        var p = plan.Parameters;
        var steps = new List<string>();
        if (plan.Deployment is { Elsewhere: { } elsewhere } there)
        {
            steps.Add($"Use {there.Application} on the cluster at {elsewhere.Text}, as it is there"
                + string.Concat(there.Parameters.Select(s => $", if {s.Key} = {s.Value}")) + ".");
        }
        else if (plan.Deployment is { } deployment)
        {
            var own = deployment.Build is { } build
                ? $"Start a local cluster of build {build.Version} in {build.Folder}, of"
                : "Use the running local cluster, else start one of";
            steps.Add(p.ClusterAddress.Length > 0
                ? $"Use the cluster at {p.ClusterAddress}:{p.ClientConnectionEndpoint}."
                : $"{own} {p.ClusterNodes} node{(p.ClusterNodes == 1 ? "" : "s")}, and stop it after.");
            var settings = string.Concat(deployment.Parameters.Select(s => $", {s.Key} = {s.Value}"));
            steps.Add($"Deploy {deployment.Package} with {deployment.Profile}{settings}.");
        }
        else if (p.Peer is { } peer)
        {
            steps.Add($"Measure {peer} at {string.Join(" or ", plan.Peers)}, durability {p.Durability}.");
        }
        else
        {
            var kibibytes = p.DataBytes / 1024;
            steps.Add("Simulate in this process: "
                + $"{(p.SimulatedWritePerKibibyte * kibibytes).TotalMilliseconds} ms a write, "
                + $"{(p.SimulatedReadPerKibibyte * kibibytes).TotalMilliseconds} ms a read.");
        }

        var sizes = p.SizeDistribution == SizeDistribution.Fixed ? $"{p.DataBytes} bytes"
            : $"{p.SizeDistribution} of {string.Join(", ", p.DataSizes)} bytes";
        if (p.IsMixed)
        {
            steps.Add($"Load {p.Items} keys, {sizes}.");
            steps.Add($"Make {p.MixedOperations} operations, {p.OutstandingMixed} outstanding: "
                + string.Join(", ", p.Shares.Kinds.Select(k => string.Create(
                    CultureInfo.InvariantCulture, $"{p.Shares.Of(k) * 100:0.##} % {k}"))) + ".");
        }
        else
        {
            if (p.Writes > 0)
                steps.Add($"Write {p.Writes} times, {p.OutstandingWrites} outstanding, {sizes}, {p.Items} keys.");
            if (p.Reads > 0)
                steps.Add($"Read {p.Reads} times, {p.OutstandingReads} outstanding.");
        }

        if (p.Clients > 1)
            steps.Add($"Share all counts over {p.Clients} load generators.");
        steps.Add($"Takes {ExpectedTime.Of(p)}.");
        return steps;
    }
}
