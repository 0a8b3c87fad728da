using SfPerf.Commands.Parameters;
using SfPerf.Scenarios;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>The parameters of <c>failover</c>.</summary>
internal static class FailoverCatalogue
{
    public const string Name = "failover";

    public static ParameterCatalogue Instance { get; } = ScenarioCatalogue.Of(Name,
    [
        Define.List("Events", Define.Choice("Events", FaultKinds.All, "", ""), string.Join(',', FaultKinds.All),
            "Kinds of events, each injected once in every round, in this order.", "--events"),
        Define.Integer("Rate", 10, 20_000, 1000,
            "Operations a second, half of them reads, started at even intervals whatever becomes of earlier ones.",
            "--rate"),
        Define.Integer("SettleSeconds", 1, 600, 3, "Seconds without an event before and after each.", "--settle"),
        Define.Integer("StopSeconds", 1, 60, 8, "Seconds for which stop-primary stops the process (SIGSTOP).",
            "--stop-seconds"),
        Define.Integer("RecoverySecondsMax", 1, 600, 60,
            "Longest wait for all replicas after an event, and then for clients; then the scenario ends.",
            "--recovery-max"),
        Define.Integer("NumItems", 1, 1_000_000, 1000, "Keys that are written and read.", "--items"),
        Define.Integer("OperationDataSizeInBytes", 1, 1 << 20, 1024, "Bytes of a value.", "--bytes"),
        Define.Integer("NumOutstandingOperations", 1, 100_000, 500,
            "Operations under way at most; what finds none free waits and keeps its intended time.", "--outstanding"),
        Define.Integer("OperationTimeoutInSeconds", 1, 600, 30, "Longest time of one operation.", "--timeout"),
        Define.Integer("Seed", 0, int.MaxValue, 1, "What keys and values are drawn from.", "--seed"),
    ],
    Define.Integer(ScenarioCatalogue.Repeats, 1, 1000, 5, "Events of each kind.", "--repeats"));
}
