using System.Collections.Generic;
using SfPerf.Scenarios.Ipc.Transports;

namespace SfPerf.Scenarios.Ipc;

/// <summary>
/// Describes what was published of one transport, with the client on .NET Framework 4.6.1 and on .NET Core 1.1, the
/// server on .NET Framework, Windows.
/// </summary>
/// <param name="FrameworkUs">The latency of 1 byte in microseconds, client on .NET Framework.</param>
/// <param name="CoreUs">The same, client on .NET Core.</param>
/// <param name="FrameworkRate">Requests of 1 KB a second, client on .NET Framework.</param>
/// <param name="CoreRate">The same, client on .NET Core.</param>
internal sealed record PublishedFigures(double FrameworkUs, double CoreUs, double FrameworkRate, double CoreRate);

/// <summary>The published figures.</summary>
internal static class PublishedIpc
{
    private static readonly Dictionary<string, PublishedFigures> Local = new()
    {
        [TransportCatalogue.Tcp] = new(64, 62, 14_800, 14_900),
        [TransportCatalogue.Udp] = new(51, 72, 16_600, 13_500),
        [TransportCatalogue.NamedPipe] = new(27, 25, 31_300, 25_600),
        [TransportCatalogue.MemoryMappedFile] = new(31, 26, 18_000, 19_600),
        [TransportCatalogue.ZeroMq] = new(142, 130, 6_500, 7_000),
        [TransportCatalogue.RabbitMq] = new(386, 395, 2_600, 2_500),
        [TransportCatalogue.WcfHttp] = new(240, 363, 4_000, 2_700),
        [TransportCatalogue.WcfTcp] = new(159, 162, 6_300, 6_200),
        [TransportCatalogue.WebApi] = new(385, 382, 2_600, 2_600),
    };

    private static readonly Dictionary<string, PublishedFigures> Network = new()
    {
        [TransportCatalogue.Tcp] = new(1540, 1691, 664, 591),
        [TransportCatalogue.Udp] = new(1276, 1425, 796, 701),
        [TransportCatalogue.ZeroMq] = new(1947, 1831, 513, 546),
        [TransportCatalogue.RabbitMq] = new(2634, 2472, 380, 404),
        [TransportCatalogue.WcfHttp] = new(3334, 2787, 299, 359),
        [TransportCatalogue.WcfTcp] = new(1938, 1907, 516, 524),
        [TransportCatalogue.WebApi] = new(3370, 2519, 279, 397),
    };

    /// <summary>Returns the figures of a transport; null where none were published.</summary>
    public static PublishedFigures? Find(string transport, bool isNetwork) =>
        (isNetwork ? Network : Local).GetValueOrDefault(transport);
}
