using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Commands.Parameters;
using SfPerf.Scenarios.Ipc.Transports;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc;

/// <summary>Represents what the scenario measures and how.</summary>
internal sealed class IpcSettings(ParameterSet parameters)
{
    public IReadOnlyList<Transport> Transports { get; } =
        [.. parameters.List("Transports").Distinct().Select(TransportCatalogue.Find)];

    /// <summary>Gets the bytes of the content of a request, several sizes.</summary>
    public IReadOnlyList<int> Sizes { get; } =
        [.. parameters.List("PayloadSizes").Select(s => int.Parse(s, CultureInfo.InvariantCulture)).Distinct()];

    public Serializer Serializer { get; } = Enum.Parse<Serializer>(parameters.Text("Serializer"));

    public Framing Framing { get; } = Enum.Parse<Framing>(parameters.Text("Framing"));

    public bool ClientNoDelay { get; } = parameters.Flag("ClientNoDelay");

    public bool ServerNoDelay { get; } = parameters.Flag("ServerNoDelay");

    /// <summary>Gets the calls of each transport and size in a round.</summary>
    public int Calls { get; } = (int)parameters.Integer("NumCalls");

    /// <summary>Gets the calls of each transport and size before the first round.</summary>
    public int Warmup { get; } = (int)parameters.Integer("NumWarmUpCalls");

    /// <summary>Gets the calls of each cell of the table of causes; 0 for no table.</summary>
    public int CauseCalls { get; } = (int)parameters.Integer("NumCauseCalls");

    public bool Pinned { get; } = parameters.Flag("Pinned");

    /// <summary>Gets the program of the broker that RabbitMq starts.</summary>
    public string RabbitMqServer { get; } = parameters.Text("RabbitMqServer");

    public int MapBytes { get; } = (int)parameters.Integer("MapBytes");

    /// <summary>Gets whether client and server are in two networks with a delay between them.</summary>
    public bool IsDelayed { get; } = parameters.Text("Topology") == IpcCatalogue.NetworkDelay;

    public TimeSpan OneWayDelay { get; } =
        TimeSpan.FromMicroseconds(parameters.Integer("OneWayDelayInMicroseconds"));

    /// <summary>Gets whether the causes of slow small messages are measured as well.</summary>
    public bool HasCauses => CauseCalls > 0 && Transports.Any(t => t.Name == TransportCatalogue.Tcp);

    /// <summary>How a client calls in the arms that are compared with each other.</summary>
    public ClientOptions Client(string address) =>
        new(address, Serializer, Framing, ClientNoDelay, ServerNoDelay);
}
