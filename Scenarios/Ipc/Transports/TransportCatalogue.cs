using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>Every transport, by the name that users give.</summary>
internal static class TransportCatalogue
{
    public const string NoIpc = "NoIpc";
    public const string NoIpcWithSerialization = "NoIpcWithSerialization";
    public const string MemoryMappedFile = "MemoryMappedFile";
    public const string NamedPipe = "NamedPipe";
    public const string UnixSocket = "UnixSocket";
    public const string Udp = "Udp";
    public const string Tcp = "Tcp";
    public const string ZeroMq = "ZeroMq";
    public const string WebApi = "WebApi";
    public const string RabbitMq = "RabbitMq";
    public const string WcfPipe = "WcfPipe";
    public const string WcfTcp = "WcfTcp";
    public const string WcfHttp = "WcfHttp";
    public const string ServiceRemoting = "ServiceRemoting";

    /// <summary>Gets all of them, the floors first.</summary>
    public static IReadOnlyList<Transport> All { get; } =
    [
        new NoIpcTransport(NoIpc, serializes: false), new NoIpcTransport(NoIpcWithSerialization, serializes: true),
        new MemoryMappedFileTransport(), new NamedPipeTransport(), new UnixSocketTransport(), new UdpTransport(),
        new TcpTransport(), new ZeroMqTransport(), new WebApiTransport(), new RabbitMqTransport(),
        WcfTransport.Pipe, WcfTransport.Tcp, WcfTransport.Http, new ServiceRemotingTransport(),
    ];

    public static Transport Find(string name) => All.Single(t => t.Name == name);
}
