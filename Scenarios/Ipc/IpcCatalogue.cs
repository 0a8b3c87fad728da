using System;
using System.Linq;
using SfPerf.Commands.Parameters;
using SfPerf.Scenarios.Ipc.Transports;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc;

/// <summary>The parameters of <c>ipc</c>.</summary>
internal static class IpcCatalogue
{
    public const string Name = "ipc";
    public const string Loopback = "loopback";
    public const string NetworkDelay = "netns-delay";

    private const int CallsMaximum = 1_000_000;

    public static ParameterCatalogue Instance { get; } = ScenarioCatalogue.Of(Name,
    [
        Define.List("Transports", Define.Choice("Transports", [.. TransportCatalogue.All.Select(t => t.Name)], "", ""),
            string.Join(",", TransportCatalogue.All.Select(t => t.Name)),
            "Transports, in order.", "--transports"),
        Define.List("PayloadSizes", Define.Integer("PayloadSizes", 1, 10 << 20, null, ""), "1,1024,10240,102400",
            "Bytes of the content of a request. Of 1 byte the latency is judged, of 1024 the rate.", "--sizes"),
        Choice<Serializer>("Serializer", "How requests and replies become bytes; WCF and remoting have their own.",
            "--serializer"),
        Choice<Framing>("Framing", "Whether length and body leave in two writes or in one, over streams.",
            "--framing"),
        Define.Flag("ClientNoDelay", true, "Whether the client's TCP socket sends at once (TCP_NODELAY).",
            "--client-no-delay"),
        Define.Flag("ServerNoDelay", true, "Whether the server's TCP socket sends at once.", "--server-no-delay"),
        Define.Integer("NumCalls", 1, CallsMaximum, 1000, "Calls of each transport and size in a round, one at a time.",
            "--calls"),
        Define.Integer("NumWarmUpCalls", 1, CallsMaximum, 500,
            "Calls of each transport and size before the first round.", "--warmup"),
        Define.Integer("NumCauseCalls", 0, CallsMaximum, 20,
            "Calls of 1 byte over TCP with each framing and setting of NoDelay; 0 leaves that table out.",
            "--cause-calls"),
        Define.Flag("Pinned", true, "Keeps client and server on a processor each, where there are two.", "--pinned"),
        Define.Integer("MapBytes", 4096, 64 << 20, 1 << 20, "Bytes of the shared memory of MemoryMappedFile.",
            "--map-bytes"),
        Define.Text("RabbitMqServer", RabbitMqBroker.DefaultProgram,
            "The program of the broker that RabbitMq starts.") with { Option = "--rabbitmq-server" },
        Define.Choice("Topology", [Loopback, NetworkDelay], Loopback,
            "Where client and server are: on loopback, or in two network namespaces with a delay between them, "
            + "which needs root.") with { Option = "--topology" },
        Define.Integer("OneWayDelayInMicroseconds", 0, 1_000_000, 500, "That delay, each way.", "--delay-us"),
    ]);

    private static ParameterDefinition Choice<T>(string name, string meaning, string option)
        where T : struct, Enum =>
        Define.Choice(name, Enum.GetNames<T>(), Enum.GetNames<T>()[0], meaning) with { Option = option };
}
