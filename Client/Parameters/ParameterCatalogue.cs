using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.LoadGenerator.Workloads;

namespace SfPerf.Client.Parameters;

/// <summary>Every parameter there is, in the order they are shown.</summary>
internal static class ParameterCatalogue
{
    public const string ApplicationParameters = "ApplicationParameters";
    public const string ApplicationParametersPrefix = ApplicationParameters + ".";
    public const string SimulatedService = "SimulatedService";
    public const string SfDictionary = "SfDictionary";
    public const string SequentialKeys = nameof(KeyChoice.Sequential);
    public const string ConstantArrivals = "Constant";
    public const string PoissonArrivals = "Poisson";
    public const int OperationDataSizeMinimum = 32;
    public const int OperationDataSizeMaximum = 4_000_000;

    private const long RateMaximum = 10_000_000;
    private const long OperationsMaximum = 1_000_000_000_000;

    public static IReadOnlyList<ParameterDefinition> All { get; } =
    [
        Text("ClusterAddress", "", "Host of the cluster to use; empty: the local one, started when none runs."),
        Integer("ClientConnectionEndpoint", 1, 65535, 19000, "Port of the cluster's client endpoint."),
        Integer("ReverseProxyEndpoint", 1, 65535, 19081, "Port of the reverse proxy; kept for old files, not used."),
        Text("ServerCertificateThumbprint", "", "Empty: a cluster without certificates."),
        Text("ClientCertificateThumbprint", "", "Empty: a cluster without certificates."),
        Integer("NumWriteOperationsTotal", 0, OperationsMaximum, null, "Writes over all clients; 0 skips the phase."),
        Integer("NumOutstandingWriteOperations", 1, 65536, 64, "Writes kept in flight over all clients."),
        Integer("NumReadOperationsTotal", 0, OperationsMaximum, null, "Reads over all clients; 0 skips the phase."),
        Integer("NumOutstandingReadOperations", 1, 65536, 16, "Reads kept in flight over all clients."),
        Integer("OperationDataSizeInBytes", OperationDataSizeMinimum, OperationDataSizeMaximum, 1024,
            "Bytes of the value of every operation."),
        Integer("NumItems", 1, 10_000_000, 2048, "Keys over all clients; operations go round them."),
        Integer("NumClients", 1, 1024, 1, "Load generators; each takes an equal share of all counts."),
        new ParameterDefinition("TargetServiceType", ParameterKind.Choice, "What is measured.")
        {
            Choices = [SimulatedService, SfDictionary], Default = SfDictionary, Original = true,
        },
        Own(Text("Name", "", "Name of the run; empty: the parameter file's.")),
        Own(Text("PublishProfile", "PublishProfiles/Local.5Node.xml",
            "Profile to deploy with; looked for beside the parameter file, then in the current folder and above.")),
        Own(Integer("ClusterNodes", 0, 9, 0,
            "Nodes of a cluster that run starts; 0: 1 for a profile named Local.1Node, else 5.")),
        Own(Integer("Seed", 0, int.MaxValue, 1, "Seed of keys and values: same seed, same bytes.")),
        Own(Integer("OperationTimeoutInMilliseconds", 1, 3_600_000, 10_000,
            "Longest wait for one operation; later ones count as Timeout errors.")),
        Own(Integer("NumWarmUpOperations", 0, OperationsMaximum, 0,
            "Writes and reads before either phase, measured apart and left out of its figures.")),
        Own(new ParameterDefinition("VerifyReads", ParameterKind.Boolean,
            "Whether each value read is compared with what was written.") { Default = "true" }),
        Own(new ParameterDefinition("KeyDistribution", ParameterKind.Choice,
            "Which keys operations choose; other than Sequential, a load phase first writes every key once.")
        {
            Choices = Enum.GetNames<KeyChoice>(), Default = SequentialKeys,
        }),
        Own(Integer("WriteRatePerSecond", 0, RateMaximum, 0,
            "Writes a second over all clients, whether or not earlier ones have ended (open loop); 0: closed loop.")),
        Own(Integer("ReadRatePerSecond", 0, RateMaximum, 0,
            "Reads a second over all clients, whether or not earlier ones have ended (open loop); 0: closed loop.")),
        Own(new ParameterDefinition("Arrivals", ParameterKind.Choice, "How the starts of an open loop are spaced.")
        {
            Choices = [ConstantArrivals, PoissonArrivals], Default = ConstantArrivals,
        }),
        Own(Integer("PhaseSecondsMax", 0, 86_400, 0,
            "Longest time operations are issued in a phase; 0: until its total is reached.")),
        Own(Integer("SimulatedWriteInMicroseconds", 0, 60_000_000, 30_000,
            "SimulatedService: service time of a write per full KiB of data.")),
        Own(Integer("SimulatedReadInMicroseconds", 0, 60_000_000, 15_000,
            "SimulatedService: service time of a read per full KiB of data.")),
    ];

    private static readonly Dictionary<string, ParameterDefinition> ByName = All.ToDictionary(d => d.Name);

    public static ParameterDefinition? Find(string name) => ByName.GetValueOrDefault(name);

    /// <summary>Returns the text to append about an unknown name: the nearest known one, if any.</summary>
    public static string DidYouMean(string name)
    {
        var near = Suggestion.Nearest(name, All.Select(d => d.Name).Append(ApplicationParameters));
        return near is null ? "" : $" Did you mean {near}?";
    }

    private static ParameterDefinition Integer(string name, long minimum, long maximum, long? value, string meaning) =>
        new(name, ParameterKind.Integer, meaning)
        {
            Minimum = minimum, Maximum = maximum, Default = value?.ToString((IFormatProvider?)null), Original = true,
        };

    private static ParameterDefinition Text(string name, string value, string meaning) =>
        new(name, ParameterKind.Text, meaning) { Default = value, Original = true };

    private static ParameterDefinition Own(ParameterDefinition definition) => definition with { Original = false };
}
