using SfPerf.Client.Parameters;
using Xunit;

namespace SfPerf.Client.Tests.Parameters;

public sealed class CheckTests
{
    [Theory]
    [InlineData("\"NumItmes\": 5", "p.json:1:68: NumItmes = 5: unknown parameter. Did you mean NumItems?")]
    [InlineData("\"numclients\": 5", "p.json:1:68: numclients = 5: unknown parameter. Did you mean NumClients?")]
    [InlineData("\"Xyzzy\": {\"a\": [1]}", "p.json:1:68: Xyzzy = {\"a\": [1]}: unknown parameter.")]
    [InlineData("\"NumClients\": 0",
        "p.json:1:68: NumClients = 0: out of range; allowed: an integer from 1 to 1024.")]
    [InlineData("\"NumItems\": -3",
        "p.json:1:68: NumItems = -3: out of range; allowed: an integer from 1 to 10000000.")]
    [InlineData("\"Seed\": 99999999999999999999",
        "p.json:1:68: Seed = 99999999999999999999: out of range; allowed: an integer from 0 to 2147483647.")]
    [InlineData("\"NumItems\": \"64\"",
        "p.json:1:68: NumItems = 64: wrong type (a text in quotes); allowed: an integer from 1 to 10000000.")]
    [InlineData("\"NumItems\": 6.5",
        "p.json:1:68: NumItems = 6.5: wrong type; allowed: an integer from 1 to 10000000, plain or as 20k, 1M.")]
    [InlineData("\"NumItems\": \"12KB\"",
        "p.json:1:68: NumItems = 12KB: wrong type (a text in quotes); allowed: an integer from 1 to 10000000, plain or "
        + "as 20k, 1M.")]
    [InlineData("\"OperationDataSizeInBytes\": \"4MB\"",
        "p.json:1:68: OperationDataSizeInBytes = 4MB: that is 4194304, out of range; allowed: an integer from 32 to "
        + "4000000.")]
    [InlineData("\"NumItems\": null",
        "p.json:1:68: NumItems = null: wrong type (null); allowed: an integer from 1 to 10000000.")]
    [InlineData("\"VerifyReads\": \"yes\"",
        "p.json:1:68: VerifyReads = yes: wrong type (a text in quotes); allowed: true or false.")]
    [InlineData("\"TargetServiceType\": \"SfDictionry\"",
        "p.json:1:68: TargetServiceType = SfDictionry: not a value of TargetServiceType; "
        + "allowed: one of SimulatedService, SfDictionary, SfActor, SfQueue, "
        + "SfConcurrentQueue, Redis, PostgreSql, Etcd. "
        + "Did you mean SfDictionary?")]
    [InlineData("\"ApplicationParameters\": 4",
        "p.json:1:68: ApplicationParameters = 4: wrong type; allowed: an object { \"NAME\": VALUE, … }, "
        + "or ApplicationParameters.NAME where there is no object.")]
    [InlineData("\"ApplicationParameters\": { \"A\": [] }",
        "p.json:1:95: ApplicationParameters.A = []: wrong type; allowed: a number, a text, true or false.")]
    public void A_bad_value_is_named_with_what_is_allowed(string member, string problem) =>
        Assert.Equal([problem], Given.Json(member).Problems());

    [Fact]
    public void Only_the_totals_have_no_default()
    {
        Assert.Equal(
            [
                "NumWriteOperationsTotal: missing; allowed: an integer from 0 to 1000000000000. Give it in the "
                    + "parameter file, with --set NumWriteOperationsTotal=VALUE or with "
                    + "/NumWriteOperationsTotal:VALUE.",
                "NumReadOperationsTotal: missing; allowed: an integer from 0 to 1000000000000. Give it in the "
                    + "parameter file, with --set NumReadOperationsTotal=VALUE or with /NumReadOperationsTotal:VALUE.",
            ], Given.File("{}").Problems());
    }

    [Fact]
    public void All_problems_are_told_at_once()
    {
        Assert.Equal(3, Given.Json("\"NumClients\": 0, \"NumItems\": 0").Set("Nope=1").Problems().Length);
    }

    [Theory]
    [InlineData("NumOutstandingWriteOperations=3", "NumClients=4",
        "--set: NumOutstandingWriteOperations = 3: fewer than NumClients = 4, so some would do nothing; "
        + "allowed: at least 4.")]
    [InlineData("NumOutstandingReadOperations=3", "NumClients=4",
        "--set: NumOutstandingReadOperations = 3: fewer than NumClients = 4, so some would do nothing; "
        + "allowed: at least 4.")]
    [InlineData("NumItems=3", "NumClients=4",
        "--set: NumItems = 3: fewer than NumClients = 4; allowed: at least 4.")]
    [InlineData("NumItems=4097", "NumClients=1",
        "p.json:1:3: NumWriteOperationsTotal = 4096: fewer than NumItems = 4097, so reads would "
        + "meet keys never written; "
        + "allowed: at least 4097, or NumReadOperationsTotal = 0.")]
    [InlineData("TargetServiceType=SimulatedService", "OperationDataSizeInBytes=512",
        "--set: OperationDataSizeInBytes = 512: too small for SimulatedService; allowed: at least 1024.")]
    [InlineData("ClusterNodes=4", "NumClients=4",
        "--set: ClusterNodes = 4: there is no such cluster; allowed: 0, 1, 3 or 5.")]
    [InlineData("NumActors=3", "NumClients=4",
        "--set: NumActors = 3: some clients would have no actor, or some actors no key; "
        + "allowed: 4 to NumItems = 2048, or 0.")]
    [InlineData("NumActors=2049", "TargetServiceType=SfActor",
        "--set: NumActors = 2049: some clients would have no actor, or some actors no key; "
        + "allowed: 1 to NumItems = 2048, or 0.")]
    [InlineData("TargetServiceType=SfQueue", "Workload=Mixed",
        "--set: Workload = Mixed: SfQueue has no keys to read, update or scan; allowed: WriteThenRead, which enqueues "
        + "and then dequeues, or another TargetServiceType.")]
    [InlineData("TargetServiceType=SfConcurrentQueue", "Workload=YcsbE",
        "--set: Workload = YcsbE: SfConcurrentQueue has no keys to read, update or scan; allowed: WriteThenRead, which "
        + "enqueues and then dequeues, or another TargetServiceType.")]
    [InlineData("TargetServiceType=SfQueue", "KeyDistribution=Zipfian",
        "--set: KeyDistribution = Zipfian: SfQueue has no keys to choose from; allowed: Sequential, or another "
        + "TargetServiceType.")]
    [InlineData("TargetServiceType=SfQueue", "NumReadOperationsTotal=5000",
        "--set: NumReadOperationsTotal = 5000: more dequeues than NumWriteOperationsTotal = 4096 enqueues; allowed: "
        + "at most 4096, or a PhaseSecondsMax.")]
    [InlineData("TargetServiceType=SfQueue", "ValueSerializer=Custom",
        "--set: ValueSerializer = Custom: SfQueue has no values in a dictionary; allowed: BuiltIn, or "
        + "TargetServiceType = SfDictionary.")]
    [InlineData("TargetServiceType=SfActor", "CheckpointThresholdInMB=8",
        "--set: CheckpointThresholdInMB = 8: SfActor does not run in StatefulStore, whose replicators it sets; "
        + "allowed: 0, or another TargetServiceType.")]
    [InlineData("MaxPrimaryReplicationQueueSize=48", "TargetServiceType=SfQueue",
        "--set: MaxPrimaryReplicationQueueSize = 48: not a power of two; allowed: a power of two from 2, or 0.")]
    [InlineData("TargetService=fabric:/Shop/Cart", "TargetServiceType=Redis",
        "--set: TargetService = fabric:/Shop/Cart: Redis is no service of a cluster; allowed: empty, or "
        + "TargetServiceType = SfDictionary, SfActor, SfQueue, SfConcurrentQueue.")]
    [InlineData("TargetService=fabric:/Shop", "NumClients=1",
        "--set: TargetService = fabric:/Shop: no name of a service; allowed: fabric:/APPLICATION/SERVICE, or empty.")]
    [InlineData("TargetService=Shop/Cart", "NumClients=1",
        "--set: TargetService = Shop/Cart: no name of a service; allowed: fabric:/APPLICATION/SERVICE, or empty.")]
    [InlineData("TargetService=fabric:/Shop/Cart", "CheckpointThresholdInMB=8",
        "--set: CheckpointThresholdInMB = 8: the run measures fabric:/Shop/Cart, which it does not deploy; allowed: "
        + "without CheckpointThresholdInMB, or without TargetService.")]
    [InlineData("StatePersistence=Disk", "NumClients=1",
        "--set: StatePersistence = Disk: not a value of StatePersistence; "
        + "allowed: one of Persisted, Volatile, None.")]
    public void Values_must_fit_each_other(string first, string second, string problem) =>
        Assert.Equal([problem], Given.Json().Set(first).Set(second).Problems());

    [Theory]
    [InlineData("OperationDataSizeInBytes", "16KB", "16384")]
    [InlineData("OperationDataSizeInBytes", "1.5 kb", "1536")]
    [InlineData("OperationDataSizeInBytes", "1MiB", "1048576")]
    [InlineData("NumWriteOperationsTotal", "1M", "1000000")]
    [InlineData("NumWriteOperationsTotal", "20k", "20000")]
    [InlineData("OperationTimeoutInMilliseconds", "2s", "2000")]
    [InlineData("SimulatedWriteInMicroseconds", "1.5ms", "1500")]
    [InlineData("PhaseSecondsMax", "2min", "120")]
    public void Sizes_counts_and_times_may_have_units(string name, string text, string value)
    {
        Assert.Equal(value, Given.Json().Set($"{name}={text}").LoadValid().Text(name));
        const string File =
            "{ \"NumReadOperationsTotal\": 0, \"NumWriteOperationsTotal\": 4096, \"NumItems\": 64 }";
        Assert.Equal(value, Given.File(File)
            .Override($"/{name}:{text}").LoadValid().Text(name));
        Assert.Matches(Catalogues.All["run"].Find(name)!.Unit!.Pattern, text);
    }

    [Fact]
    public void A_list_and_a_file_may_have_units_too()
    {
        Assert.Equal("1024,65536", Given.Json("\"OperationDataSizeDistribution\": \"List\", "
            + "\"OperationDataSizes\": [\"1KB\", 65536]").LoadValid().Text("OperationDataSizes"));
        Assert.Equal(16384, Given.Json("\"OperationDataSizeInBytes\": \"16KB\"").LoadValid()
            .Integer("OperationDataSizeInBytes"));
    }

    [Theory]
    [InlineData("ClientConnectionEndpoint=19k")]
    [InlineData("NumItems=1.5")]
    [InlineData("NumItems=1.0005k")]
    [InlineData("NumItems=k")]
    [InlineData("NumItems=-1k")]
    [InlineData("NumItems=1e3")]
    [InlineData("NumItems=99999999999999999999G")]
    public void What_is_no_whole_number_of_a_known_unit_is_refused(string setting) =>
        Assert.Contains(": wrong type; allowed: an integer from ", Assert.Single(Given.Json().Set(setting).Problems()));

    [Fact]
    public void Nothing_to_measure_is_a_problem()
    {
        Assert.StartsWith("--set: NumWriteOperationsTotal = 0: nothing to measure",
            Assert.Single(Given.Json().Set("NumWriteOperationsTotal=0").Set("NumReadOperationsTotal=0").Problems()));
    }

    [Fact]
    public void Fewer_writes_than_items_are_fine_without_reads()
    {
        Given.Json().Set("NumItems=5000").Set("NumReadOperationsTotal=0").LoadValid();
    }

    [Theory]
    [InlineData("NumItems")]
    [InlineData("=5")]
    public void A_setting_without_name_or_value_is_refused(string setting) =>
        Assert.Equal([$"--set: \"{setting}\" is not of the form --set NAME=VALUE."],
            Given.Json().Set(setting).Problems());
}
