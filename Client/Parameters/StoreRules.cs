using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using SfPerf.Client.Cluster;
using SfPerf.Commands.Parameters;
using SfPerf.Contracts;

namespace SfPerf.Client.Parameters;

/// <summary>The parameters that become settings of StatefulStore, each an application parameter of its name.</summary>
internal static class StoreRules
{
    private static readonly string[] Replicator =
        [RunCatalogue.Checkpoints, RunCatalogue.QueueOperations, RunCatalogue.QueueBytes];

    public static IEnumerable<ParameterProblem> Check(ParameterSet set)
    {
        var target = set.Text("TargetServiceType");
        if (set.Text(RunCatalogue.Serializer) != ValueSerializers.BuiltIn && target != TargetNames.SfDictionary)
        {
            yield return Problem(set, RunCatalogue.Serializer, $"{target} has no values in a dictionary; allowed: "
                + $"{ValueSerializers.BuiltIn}, or TargetServiceType = {TargetNames.SfDictionary}.");
        }

        var isStore = target == TargetNames.SfDictionary || TargetNames.IsQueue(target);
        foreach (var name in Replicator.Where(n => !isStore && set.Integer(n) != 0))
        {
            yield return Problem(set, name, $"{target} does not run in {MeasuredService.Dictionary.Name}, whose "
                + "replicators it sets; allowed: 0, or another TargetServiceType.");
        }

        if (set.Integer(RunCatalogue.QueueOperations) is not 0 and var size
            && (size == 1 || !BitOperations.IsPow2(size)))
        {
            yield return Problem(set, RunCatalogue.QueueOperations,
                "not a power of two; allowed: a power of two from 2, or 0.");
        }
    }

    /// <summary>Returns the application parameters of what is set; the manifest's defaults stand for the
    /// others.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Settings(ParameterSet set) =>
        Replicator.Where(n => set.Integer(n) != 0)
            .Concat(set.Text(RunCatalogue.Serializer) == ValueSerializers.BuiltIn ? [] : [RunCatalogue.Serializer])
            .Select(n => KeyValuePair.Create($"{MeasuredService.Dictionary.Name}_{n}", set.Text(n)));

    private static ParameterProblem Problem(ParameterSet set, string name, string message) =>
        ParameterProblem.Of(set.Find(name)!, message);
}
