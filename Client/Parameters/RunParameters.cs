using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Commands.Parameters;
using SfPerf.Peers;
using SfPerf.Reports.Thresholds;
using SfPerf.Workload;

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

    public string ClusterAddress => Set.Text(RunCatalogue.Address);

    public int ClientConnectionEndpoint => (int)Set.Integer("ClientConnectionEndpoint");

    public long Writes => Set.Integer("NumWriteOperationsTotal");

    public int OutstandingWrites => (int)Set.Integer("NumOutstandingWriteOperations");

    public long Reads => Set.Integer("NumReadOperationsTotal");

    public int OutstandingReads => (int)Set.Integer("NumOutstandingReadOperations");

    public int DataBytes => (int)Set.Integer("OperationDataSizeInBytes");

    public int Items => (int)Set.Integer("NumItems");

    public int Clients => (int)Set.Integer("NumClients");

    public string TargetServiceType => Set.Text("TargetServiceType");

    /// <summary>Gets the name of the service that is measured, of another application than the run deploys; empty for
    /// its own.</summary>
    public string TargetService => Set.Text(RunCatalogue.TargetService);

    public bool Simulated => TargetServiceType == RunCatalogue.SimulatedService;

    /// <summary>Gets a name of <see cref="StatePersistences"/>.</summary>
    public string StatePersistence => Set.Text("StatePersistence");

    /// <summary>Gets the actors that the keys are spread over; 0 for one each, and for targets without actors.
    /// </summary>
    public int Actors => TargetServiceType == RunCatalogue.SfActor ? (int)Set.Integer(RunCatalogue.Actors) : 0;

    /// <summary>Gets whether the store counts the times of each call of an actor.</summary>
    public bool ActorTimes => Set.Flag("ActorTimes");

    /// <summary>Gets which peer is measured; null when it is none.</summary>
    public PeerKind? Peer => Enum.TryParse<PeerKind>(TargetServiceType, out var kind) ? kind : null;

    public ParameterValue PeerEndpoint => Set.Find("PeerEndpoint")!;

    public DurabilityDemand Durability => Enum.Parse<DurabilityDemand>(Set.Text("Durability"));

    public ParameterValue ApplicationPackage => Set.Find(RunCatalogue.ApplicationPackage)!;

    /// <summary>Gets the folder of another build's program; empty for this build.</summary>
    public ParameterValue Build => Set.Find(RunCatalogue.Build)!;

    public ParameterValue PublishProfile => Set.Find("PublishProfile")!;

    public int Seed => (int)Set.Integer("Seed");

    public TimeSpan OperationTimeout => TimeSpan.FromMilliseconds(Set.Integer("OperationTimeoutInMilliseconds"));

    public long WarmUpOperations => Set.Integer("NumWarmUpOperations");

    public int PhaseSecondsMax => (int)Set.Integer("PhaseSecondsMax");

    public WorkloadShape Workload => new()
    {
        Keys = Enum.Parse<KeyChoice>(Set.Text("KeyDistribution")),
        WriteRate = Set.Integer("WriteRatePerSecond"),
        ReadRate = Set.Integer("ReadRatePerSecond"),
        MixedRate = Set.Integer("MixedRatePerSecond"),
        IsMixed = IsMixed,
        Poisson = Set.Text("Arrivals") == RunCatalogue.PoissonArrivals,
        Duration = PhaseSecondsMax > 0 ? TimeSpan.FromSeconds(PhaseSecondsMax) : null,
    };

    public bool IsMixed => Set.Text("Workload") != WorkloadPresets.WriteThenRead;

    public long MixedOperations => Set.Integer(RunCatalogue.MixedTotal) is > 0 and var total ? total : Writes + Reads;

    public int OutstandingMixed => (int)Set.Integer("NumOutstandingMixedOperations");

    public OperationShares Shares => new(Set.Number("ReadProportion"), Set.Number("UpdateProportion"),
        Set.Number("InsertProportion"), Set.Number("ReadModifyWriteProportion"),
        Set.Number(RunCatalogue.Scans));

    /// <summary>Gets the most rows a scan returns; 0 for a run without scans.</summary>
    public int ScanRowsMax =>
        IsMixed && Set.Number(RunCatalogue.Scans) > 0 ? (int)Set.Integer(RunCatalogue.ScanLength) : 0;

    /// <summary>Gets the keys that inserts may add over all clients: those expected, and six standard deviations.
    /// </summary>
    public long InsertsMax
    {
        get
        {
            if (!IsMixed || Set.Number("InsertProportion") is not (> 0 and var share))
                return 0;
            var expected = share * (MixedOperations + WarmUpOperations) / Clients;
            return Clients * (long)Math.Ceiling(expected + (6 * Math.Sqrt(expected)) + 1);
        }
    }

    /// <summary>Gets the phases in order, by a name of PhaseNames.</summary>
    public IEnumerable<string> Phases
    {
        get
        {
            if (IsMixed)
                yield return PhaseNames.Mixed;
            if (!IsMixed && Writes > 0)
                yield return PhaseNames.Write;
            if (!IsMixed && Reads > 0)
                yield return PhaseNames.Read;
        }
    }

    /// <summary>Gets the names of the results that the run has.</summary>
    public IEnumerable<string> Results
    {
        get
        {
            string[] parts = [.. Phases.SelectMany(p =>
                WarmUpOperations > 0 ? new[] { PhaseNames.WarmUp(p), p } : [p])];
            return IsMixed ? parts.SelectMany(p => Shares.Kinds.Select(k => $"{p}-{k.ToString().ToLowerInvariant()}"))
                : parts;
        }
    }

    public IReadOnlyList<Threshold> Thresholds =>
        [.. Set.List(RunCatalogue.Thresholds).Select(Threshold.Parse)];

    /// <summary>Gets the promise that a search of the capacity must keep; null for none.</summary>
    public Threshold? Slo => Set.Text(RunCatalogue.Slo) is { Length: > 0 } text ? Threshold.Parse(text) : null;

    public SizeDistribution SizeDistribution =>
        Enum.Parse<SizeDistribution>(Set.Text("OperationDataSizeDistribution"));

    /// <summary>Gets the sizes that values are drawn from; one for Fixed.</summary>
    public IReadOnlyList<int> DataSizes => SizeDistribution == SizeDistribution.Fixed ? [DataBytes]
        : [.. Set.List("OperationDataSizes").Select(s => int.Parse(s, CultureInfo.InvariantCulture))];

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
