using System.Collections.Generic;
using System.Globalization;
using System.IO;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>The nodes of Service Fabric's dev manifest: names, types, domains and application ports.</summary>
internal static class LocalNodes
{
    private const int FirstApplicationPort = 22001;
    private const int ApplicationPorts = 1000;

    internal static string NameOf(int number) => $"_Node_{number}";

    internal static IEnumerable<NodeDescription> Describe(int count, string dataFolder, long instance)
    {
        for (var i = 0; i < count; i++)
        {
            var first = FirstApplicationPort + i * ApplicationPorts;
            yield return new()
            {
                Name = NameOf(i),
                Id = (0xbf865279ba277deb + (ulong)i).ToString("x", CultureInfo.InvariantCulture),
                Type = $"NodeType{i}",
                Instance = instance,
                FaultDomain = $"fd:/{i}",
                UpgradeDomain = i.ToString(CultureInfo.InvariantCulture),
                ApplicationPortFirst = first,
                ApplicationPortLast = first + ApplicationPorts - 1,
                SharesMachine = count > 1,
                Folder = Path.Combine(dataFolder, NameOf(i)),
            };
        }
    }
}
