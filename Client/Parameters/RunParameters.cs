using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.LoadGenerator.Workloads;
using SfPerf.Peers;

namespace SfPerf.Client.Parameters;

/// <summary>The parameters of a run, typed; made only from a set that had no problems.</summary>
internal sealed record RunParameters
{
    public RunParameters(ParameterSet set, string fallbackName)
    {
        Set = set;
        Name = set.Text("Name") is { Length: > 0 } name ? name : fallbackName;
    }

    public ParameterSet Set { get; }

    public string Name { get; }

    public string ClusterAddress => Set.Text("ClusterAddress");

    public int ClientConnectionEndpoint => (int)Set.Integer("ClientConnectionEndpoint");

    public long Writes => Set.Integer("NumWriteOperationsTotal");

    public int OutstandingWrites => (int)Set.Integer("NumOutstandingWriteOperations");

    public long Reads => Set.Integer("NumReadOperationsTotal");

    public int OutstandingReads => (int)Set.Integer("NumOutstandingReadOperations");

    public int DataBytes => (int)Set.Integer("OperationDataSizeInBytes");

    public int Items => (int)Set.Integer("NumItems");

    public int Clients => (int)Set.Integer("NumClients");

    public string TargetServiceType => Set.Text("TargetServiceType");

    public bool Simulated => TargetServiceType == RunCatalogue.SimulatedService;

    /// <summary>Gets which peer is measured; null when it is none.</summary>
    public PeerKind? Peer => Enum.TryParse<PeerKind>(TargetServiceType, out var kind) ? kind : null;

    public ParameterValue PeerEndpoint => Set.Find("PeerEndpoint")!;

    public DurabilityDemand Durability => Enum.Parse<DurabilityDemand>(Set.Text("Durability"));

    public ParameterValue PublishProfile => Set.Find("PublishProfile")!;

    public int Seed => (int)Set.Integer("Seed");

    public TimeSpan OperationTimeout => TimeSpan.FromMilliseconds(Set.Integer("OperationTimeoutInMilliseconds"));

    public long WarmUpOperations => Set.Integer("NumWarmUpOperations");

    public int PhaseSecondsMax => (int)Set.Integer("PhaseSecondsMax");

    public Workload Workload => new()
    {
        Keys = Enum.Parse<KeyChoice>(Set.Text("KeyDistribution")),
        WriteRate = Set.Integer("WriteRatePerSecond"),
        ReadRate = Set.Integer("ReadRatePerSecond"),
        Poisson = Set.Text("Arrivals") == RunCatalogue.PoissonArrivals,
        Duration = PhaseSecondsMax > 0 ? TimeSpan.FromSeconds(PhaseSecondsMax) : null,
    };

    public bool VerifyReads => Set.Flag("VerifyReads");

    public TimeSpan SimulatedWritePerKibibyte =>
        TimeSpan.FromMicroseconds(Set.Integer("SimulatedWriteInMicroseconds"));

    public TimeSpan SimulatedReadPerKibibyte =>
        TimeSpan.FromMicroseconds(Set.Integer("SimulatedReadInMicroseconds"));

    public int ClusterNodes => Set.Integer("ClusterNodes") switch
    {
        0 => PublishProfile.Text.Contains("1Node", StringComparison.Ordinal) ? 1 : 5,
        var nodes => (int)nodes,
    };

    public IReadOnlyDictionary<string, string> ApplicationParameters => Set.ApplicationParameters.ToDictionary(
        v => v.Name[ParameterCatalogue.ApplicationParametersPrefix.Length..], v => v.Text);
}
