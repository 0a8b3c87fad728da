using System;
using SfPerf.Client.Rest;
using SfPerf.Commands.Parameters;
using SfPerf.Contracts;
using SfPerf.Peers;
using SfPerf.Workload;

namespace SfPerf.Client.Parameters;

/// <summary>The parameters of a run.</summary>
internal static class RunCatalogue
{
    public const string SimulatedService = "SimulatedService";
    public const string SfDictionary = TargetNames.SfDictionary;
    public const string SfActor = TargetNames.SfActor;
    public const string Actors = "NumActors";
    public const string Serializer = "ValueSerializer";
    public const string Checkpoints = "CheckpointThresholdInMB";
    public const string QueueOperations = "MaxPrimaryReplicationQueueSize";
    public const string QueueBytes = "MaxPrimaryReplicationQueueMemorySize";
    public const string Build = "Build";
    public const string ApplicationPackage = "ApplicationPackage";
    public const string SequentialKeys = nameof(KeyChoice.Sequential);
    public const string ConstantArrivals = "Constant";
    public const string PoissonArrivals = "Poisson";
    public const int OperationDataSizeMinimum = 32;
    public const int OperationDataSizeMaximum = 4_000_000;

    public const long ItemsMaximum = 10_000_000;
    public const string MixedTotal = "NumMixedOperationsTotal";
    public const string Scans = "ScanProportion";
    public const string ScanLength = "MaxScanLength";

    public const string Address = "ClusterAddress";
    public const string ServerThumbprint = "ServerCertificateThumbprint";
    public const string ClientThumbprint = "ClientCertificateThumbprint";
    public const string ClientFile = "ClientCertificateFile";

    public const string Thresholds = "Thresholds";
    public const string Slo = "Slo";
    public const string TargetService = "TargetService";

    private const long RateMaximum = 10_000_000;
    private const long OperationsMaximum = 1_000_000_000_000;

    public static ParameterCatalogue Instance { get; } = new(
        "Parameters of an SfPerf run",
        "Comments and trailing commas are allowed. The first thirteen names are those of ServiceLoadTest.",
    [
        Define.Text(Address, "", "Host of the cluster to use, or https://HOST:PORT of a gateway with Service Fabric's "
            + "REST interface, whose application is measured as it is; empty: the local one, started when none runs.")
            with { Option = RestEndpoint.AddressOption },
        Define.Integer("ClientConnectionEndpoint", 1, 65535, 19000, "Port of the cluster's client endpoint."),
        Define.Integer("ReverseProxyEndpoint", 1, 65535, 19081,
            "Port of the reverse proxy; kept for old files, not used."),
        Define.Text(ServerThumbprint, "", "Thumbprint of the certificate of a gateway that is reached by https, of "
            + "SHA-1 or SHA-256; empty: that of the profile, or the certificate must be valid for this machine.")
            with { Option = RestEndpoint.ThumbprintOption },
        Define.Text(ClientThumbprint, "", "Thumbprint of the client's certificate in this user's own store, where "
            + "ClientCertificateFile is empty; empty: the profile says which."),
        Define.Integer("NumWriteOperationsTotal", 0, OperationsMaximum, null,
            "Writes over all clients; 0 skips the phase.") with { Unless = MixedTotal },
        Define.Integer("NumOutstandingWriteOperations", 1, 65536, 64, "Writes kept in flight over all clients."),
        Define.Integer("NumReadOperationsTotal", 0, OperationsMaximum, null,
            "Reads over all clients; 0 skips the phase.") with { Unless = MixedTotal },
        Define.Integer("NumOutstandingReadOperations", 1, 65536, 16, "Reads kept in flight over all clients."),
        Define.Integer("OperationDataSizeInBytes", OperationDataSizeMinimum, OperationDataSizeMaximum, 1024,
            "Bytes of the value of every operation."),
        Define.Integer("NumItems", 1, ItemsMaximum, 2048, "Keys over all clients; operations go round them."),
        Define.Integer("NumClients", 1, 1024, 1, "Load generators; each takes an equal share of all counts."),
        Define.Choice("TargetServiceType", [SimulatedService, .. TargetNames.All, .. Enum.GetNames<PeerKind>()],
            SfDictionary, "What is measured.") with { Option = "--target" },
        Define.Text(TargetService, "", "Name of a service that the cluster holds, as fabric:/App/Service, with the "
            + "contract of TargetServiceType; empty: the service that the run deploys.")
            with { Option = "--target-service" },
        Define.Text("Name", "", "Name of the run; empty: the parameter file's."),
        Define.Text(ApplicationPackage, "ApplicationPackage",
            "Package to deploy, a folder or a .sfpkg file; looked for as the profile is, then above the program."),
        Define.Text("PublishProfile", "PublishProfiles/Local.5Node.xml",
            "Profile to deploy with; looked for beside the parameter file, then in the current folder and above."),
        Define.Text(Build, "",
            "Folder of the program sfperf of another build, whose cluster and services are measured; empty: this one."),
        Define.Text(ClientFile, "", "The client's certificate with its private key, a PEM file, for a gateway that is "
            + "reached by https; looked for as the profile is. Empty: ClientCertificateThumbprint or the profile says "
            + "which.") with { Option = RestEndpoint.CertificateOption },
        Define.Integer("ClusterNodes", 0, 5, 0,
            "Nodes of a cluster that run starts: 1, 3 or 5; 0: 1 for a profile named Local.1Node, else 5."),
        Define.Integer("Seed", 0, int.MaxValue, 1, "Seed of keys and values: same seed, same bytes."),
        Define.Integer("OperationTimeoutInMilliseconds", 1, 3_600_000, 10_000,
            "Longest wait for one operation; later ones count as Timeout errors."),
        Define.Integer("NumWarmUpOperations", 0, OperationsMaximum, 0,
            "Writes and reads before either phase, measured apart and left out of its figures."),
        Define.Flag("VerifyReads", true, "Whether each value read is compared with what was written."),
        Define.Choice("KeyDistribution", Enum.GetNames<KeyChoice>(), SequentialKeys,
            "Which keys operations choose; other than Sequential, a load phase first writes every key once."),
        Define.Choice("Workload", WorkloadPresets.Names, WorkloadPresets.WriteThenRead,
            "WriteThenRead: a write phase and a read phase, as the original. Mixed and YCSB's A to F: a load phase, "
                + "then one phase of all kinds of operations; a YCSB workload sets proportions and keys."),
        Define.Integer(MixedTotal, 0, OperationsMaximum, 0,
            "Operations of the mixed phase over all clients; 0: as many as the writes and reads together."),
        Define.Integer("NumOutstandingMixedOperations", 1, 65536, 64,
            "Operations of the mixed phase kept in flight over all clients."),
        Define.Share("ReadProportion", "0.5", "Share of reads in the mixed phase; the five shares add up to 1."),
        Define.Share("UpdateProportion", "0.5", "Share of writes of existing keys in the mixed phase."),
        Define.Share("InsertProportion", "0", "Share of writes of new keys in the mixed phase."),
        Define.Share("ReadModifyWriteProportion", "0",
            "Share, in the mixed phase, of a read and then a write of one key, timed together as YCSB does."),
        Define.Share(Scans, "0", "Share of scans in the mixed phase: reads of rows whose keys follow each other."),
        Define.Integer(ScanLength, 1, ScanLimits.RowsMax, 100,
            "Most rows of a scan; each asks for 1 to this many, all equally likely."),
        Define.Choice("OperationDataSizeDistribution", Enum.GetNames<SizeDistribution>(),
            nameof(SizeDistribution.Fixed),
            "Fixed: OperationDataSizeInBytes. Of OperationDataSizes: List: each, Uniform: all between the smallest and "
                + "the largest, Zipfian: so too, the small ones most often."),
        Define.List("OperationDataSizes",
            Define.Integer("OperationDataSizes", OperationDataSizeMinimum, OperationDataSizeMaximum, null, ""), "",
            "Sizes of values that OperationDataSizeDistribution draws from, in bytes.") with { MayBeEmpty = true },
        Define.Integer("WriteRatePerSecond", 0, RateMaximum, 0,
            "Writes a second over all clients, whether or not earlier ones have ended (open loop); 0: closed loop."),
        Define.Integer("ReadRatePerSecond", 0, RateMaximum, 0,
            "Reads a second over all clients, whether or not earlier ones have ended (open loop); 0: closed loop."),
        Define.Integer("MixedRatePerSecond", 0, RateMaximum, 0,
            "Operations a second of the mixed phase over all clients (open loop); 0: closed loop."),
        Define.Choice("Arrivals", [ConstantArrivals, PoissonArrivals], ConstantArrivals,
            "How the starts of an open loop are spaced."),
        Define.Integer("PhaseSecondsMax", 0, 86_400, 0,
            "Longest time operations are issued in a phase; 0: until its total is reached."),
        Define.List(Thresholds, Define.Text(Thresholds, "", "") with { Form = ThresholdForms.Any }, "",
            "Bounds that a run must keep; a broken one ends sfperf run with code 99.") with { MayBeEmpty = true },
        Define.Text(Slo, "", "The promise whose largest rate sfperf capacity searches.") with
        {
            Form = ThresholdForms.Promise,
        },
        Define.Integer("SimulatedWriteInMicroseconds", 0, 60_000_000, 30_000,
            "SimulatedService: service time of a write per full KiB of data."),
        Define.Integer("SimulatedReadInMicroseconds", 0, 60_000_000, 15_000,
            "SimulatedService: service time of a read per full KiB of data."),
        Define.Choice(Serializer, ValueSerializers.All, ValueSerializers.BuiltIn,
            "SfDictionary: how values are kept: as byte[], for which there is a serializer, in a type with a data "
                + "contract, or in a type whose serializer the service adds."),
        Define.Integer(Checkpoints, 0, 1_048_576, 0,
            "Replicator setting of StatefulStore: log a partition writes between two checkpoints; 0: not set, 64 MiB "
                + "that the partitions of a process share."),
        Define.Integer(QueueOperations, 0, 1_073_741_824, 0,
            "Replicator setting of StatefulStore: operations of a partition that may wait for their quorum, a power of "
                + "two; 0: not set, 8192."),
        Define.Integer(QueueBytes, 0, 1L << 40, 0,
            "Replicator setting of StatefulStore: bytes of records of a partition that may wait for their quorum; 0: "
                + "not set, 128 MiB."),
        Define.Choice("StatePersistence", StatePersistences.Names, StatePersistences.Persisted,
            "SfActor: what an actor's states survive: the end of all processes, the end of fewer replicas than a "
                + "quorum, or only the time of one primary."),
        Define.Integer(Actors, 0, ItemsMaximum, 0,
            "SfActor: actors over all clients that the keys are spread over, each key a state of its own; 0: an actor "
                + "for each key."),
        Define.Flag("ActorTimes", false,
            "SfActor: whether the times of each call in the store (wait for the actor, method, save) are counted; that "
                + "costs some of what is measured."),
        Define.Text("PeerEndpoint", "",
            "Redis, PostgreSql, Etcd: HOST:PORT of its members, with commas; empty: its own port on this machine.")
            with { Option = "--peer-endpoint" },
        Define.Choice("Durability", Enum.GetNames<DurabilityDemand>(), nameof(DurabilityDemand.Fsync),
            "Redis, PostgreSql, Etcd: what a write must have reached: the disks of a majority, a majority as the "
                + "server is configured, or the primary."),
    ])
    {
        HasObjects = true,
        Common =
        [
            "NumWriteOperationsTotal", "NumOutstandingWriteOperations", "NumReadOperationsTotal",
            "NumOutstandingReadOperations", "OperationDataSizeInBytes", "NumItems", "NumClients", "TargetServiceType",
            "WriteRatePerSecond", "PhaseSecondsMax",
        ],
        PresetBy = "Workload",
        Presets = WorkloadPresets.All,
    };
}
