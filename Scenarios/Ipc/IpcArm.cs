using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using SfPerf.Scenarios.Ipc.Servers;
using SfPerf.Scenarios.Ipc.Transports;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc;

/// <summary>Represents one way of calling: a transport with its settings, its server and its connection.</summary>
/// <param name="name">Its name in tables and, with the size, in runs.</param>
/// <param name="transport">What it calls over.</param>
/// <param name="clientOf">How it calls a server at an address.</param>
internal sealed class IpcArm(string name, Transport transport, Func<string, ClientOptions> clientOf) : IDisposable
{
    public string Name => name;

    public Transport Transport => transport;

    /// <summary>Gets the running server; null for a transport without one.</summary>
    public ServerProcess? Server { get; set; }

    /// <summary>Gets the open connection; null before there is one.</summary>
    public IpcClient? Client { get; private set; }

    /// <summary>Gets why nothing is measured, or nothing more; null while it is.</summary>
    public string? Absence { get; private set; }

    /// <summary>Gets whether that is a failure, and not a thing that the machine lacks.</summary>
    public bool HasFailed { get; private set; }

    public void Connect() => Client = transport.Connect(clientOf(Server?.Address ?? ""));

    /// <summary>What it needs is not there.</summary>
    public void Skip(string needs) => Absence = $"skipped: needs {needs}";

    /// <summary>It cannot do what is asked of it.</summary>
    public void Refuse(string reason) => Absence = $"unsupported: {reason}";

    /// <summary>It broke; the others go on.</summary>
    public void Fail(string words) => (Absence, HasFailed) = ($"failed: {words}", true);

    /// <summary>Returns why requests of a size cannot be sent; null when they can.</summary>
    public string? Refusal(int size, IpcSettings settings) => transport.Refusal(
        Codec.Of(settings.Serializer).EncodeRequest(new byte[size]).Count, ServerOf(transport, settings));

    public void Dispose()
    {
        try
        {
            Client?.Dispose();
        }
        catch (Exception) when (HasFailed)
        {
            // A connection to a dead server cannot take leave; that the server died is known.
        }
    }

    /// <summary>Makes the options of a transport's server, with a folder of its own.</summary>
    public static ServerOptions ServerOf(Transport transport, IpcSettings settings) => new()
    {
        Transport = transport.Name, Serializer = settings.Serializer, MapBytes = settings.MapBytes,
        RabbitMqServer = settings.RabbitMqServer,
        Folder = Path.Combine(Path.GetTempPath(), $"sfperf-ipc-{Environment.ProcessId}-{Guid.NewGuid():N}"),
    };
}

/// <summary>The cells of the table of causes: what Nagle's algorithm does to a message that leaves in two writes.
/// </summary>
/// <param name="Name">Its name in tables and runs.</param>
/// <param name="Framing">How a message leaves.</param>
/// <param name="Client">Whether the client sends at once.</param>
/// <param name="Server">Whether the server sends at once.</param>
/// <param name="PublishedMilliseconds">The published latency, over a network; null where none was published.</param>
internal sealed record CauseCell(
    string Name, Framing Framing, bool Client, bool Server, double? PublishedMilliseconds)
{
    public static CauseCell Neither { get; } =
        new("Tcp two writes, NoDelay nowhere", Framing.TwoWrites, false, false, 110);

    public static CauseCell ClientOnly { get; } =
        new("Tcp two writes, NoDelay of client", Framing.TwoWrites, true, false, 62);

    public static CauseCell ServerOnly { get; } =
        new("Tcp two writes, NoDelay of server", Framing.TwoWrites, false, true, null);

    public static CauseCell Both { get; } =
        new("Tcp two writes, NoDelay of both", Framing.TwoWrites, true, true, 1);

    public static CauseCell OneWrite { get; } =
        new("Tcp one write, NoDelay nowhere", Framing.OneWrite, false, false, null);

    public static IReadOnlyList<CauseCell> All { get; } = [Neither, ClientOnly, ServerOnly, Both, OneWrite];

    public ClientOptions Options(string address, Serializer serializer) =>
        new(address, serializer, Framing, Client, Server);
}

/// <summary>The names of phases.</summary>
internal static class IpcNames
{
    public static string Phase(string arm, int size) => $"{arm} {Size(size)}";

    /// <summary>A size in words: 1 B, 10 KB.</summary>
    public static string Size(int bytes) => bytes >= 1024 && bytes % 1024 == 0
        ? string.Create(CultureInfo.InvariantCulture, $"{bytes / 1024} KB")
        : string.Create(CultureInfo.InvariantCulture, $"{bytes} B");
}
