using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Platform;
using SfPerf.Scenarios.Ipc.Servers;
using SfPerf.Scenarios.Ipc.Transports;

namespace SfPerf.Scenarios.Ipc;

/// <summary>The arms of the scenario and the servers that they call, one for each transport. What goes wrong with one
/// puts it out; the others go on.</summary>
internal sealed class IpcServers : IDisposable
{
    /// <summary>The arm that shows what TCP takes without the delay.</summary>
    public const string LocalTcp = "TcpOnLoopback";

    private readonly IpcSettings _settings;
    private readonly List<ServerProcess> _servers = [];
    private NetworkNamespace? _entered;

    public IpcServers(IpcSettings settings)
    {
        _settings = settings;
        if (settings.IsDelayed && settings.Transports.Any(t => t.Name == TransportCatalogue.Tcp))
            Local = new IpcArm(LocalTcp, TransportCatalogue.Find(TransportCatalogue.Tcp), settings.Client);
        Compared =
        [
            .. settings.Transports.Select(t => new IpcArm(t.Name, t, settings.Client)),
            .. Local is null ? Array.Empty<IpcArm>() : [Local],
        ];
        Causes = settings.HasCauses ? [.. CauseCell.All.Select(c => new IpcArm(
            c.Name, TransportCatalogue.Find(TransportCatalogue.Tcp), a => c.Options(a, settings.Serializer)))] : [];
        foreach (var arm in All)
            Exclude(arm);
    }

    /// <summary>Gets the transports that are compared.</summary>
    public IReadOnlyList<IpcArm> Compared { get; }

    /// <summary>Gets the cells of the table of causes.</summary>
    public IReadOnlyList<IpcArm> Causes { get; }

    /// <summary>Gets TCP without the delay, where there is one to compare with.</summary>
    public IpcArm? Local { get; }

    public IEnumerable<IpcArm> All => Compared.Concat(Causes);

    /// <summary>Gets all arms and why they are out, for a message.</summary>
    public string Absences => string.Join("; ", Compared.Select(a => $"{a.Name}: {a.Absence}"));

    /// <summary>Starts all servers side by side and waits until they are ready.</summary>
    /// <param name="processor">The processor of the servers; null for any.</param>
    /// <param name="token">Gives up waiting.</param>
    public async Task StartAsync(int? processor, CancellationToken token)
    {
        var networks = await RelayAsync(token).ConfigureAwait(false);
        var arms = All.Where(a => a is { Absence: null, Transport.HasServer: true })
            .ToLookup(a => (a.Transport, IsLocal: a == Local));
        foreach (var group in arms)
        {
            var options = IpcArm.ServerOf(group.Key.Transport, _settings) with { Processor = processor };
            Start([.. group], networks is null || group.Key.IsLocal ? options
                : options with { Network = networks.Server, Host = NetworkRelay.ServerHost });
        }

        foreach (var arm in All.Where(a => a is { Absence: null, Server: not null }))
            await AwaitAsync(arm, token).ConfigureAwait(false);
        Networks = networks;
    }

    /// <summary>Gets the two networks; null without a delay between client and servers.</summary>
    public Networks? Networks { get; private set; }

    /// <summary>Connects every arm, from the calling thread, which stays in the client's network until this is disposed
    /// of by it.</summary>
    public void Connect()
    {
        if (Local is { Absence: null } local)
            Try(local, local.Connect);
        if (Networks is { } networks)
            _entered = NetworkNamespace.Enter(networks.Client);
        foreach (var arm in All.Where(a => a.Absence is null && a != Local))
            Try(arm, arm.Connect);
    }

    /// <summary>Does something with an arm, on the calling thread. What goes wrong puts the arm out, with the last
    /// words of its server.</summary>
    /// <returns>Whether it went well.</returns>
    public static bool Try(IpcArm arm, Action work)
    {
        try
        {
            work();
            return true;
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            var death = arm.Server is null ? null : Blocking.Wait(arm.Server.DeathAsync());
            arm.Fail(death is null ? e.Message : $"{death} ({e.Message})");
            return false;
        }
    }

    public void Dispose()
    {
        foreach (var arm in All)
            arm.Dispose();
        _entered?.Dispose();
        Parallel.ForEach(_servers, server => server.Dispose());
    }

    private void Exclude(IpcArm arm)
    {
        var isDelayed = _settings.IsDelayed && arm.Transport.HasServer && arm != Local;
        if (isDelayed && !arm.Transport.IsNetworked)
            arm.Refuse("it does not reach another network here");
        else if ((arm.Transport.Missing(_settings) ?? (isDelayed ? NetworkRelay.Missing : null)) is { } missing)
            arm.Skip(missing);
    }

    private async Task<Networks?> RelayAsync(CancellationToken token)
    {
        if (!_settings.IsDelayed || NetworkRelay.Missing is not null)
            return null;
        var relay = ServerProcess.Start(
            IpcArm.ServerOf(TransportCatalogue.Find(TransportCatalogue.Tcp), _settings) with
            {
                Transport = NetworkRelay.Name,
                OneWayDelay = _settings.OneWayDelay,
            });
        _servers.Add(relay);
        try
        {
            await relay.ReadyAsync(token).ConfigureAwait(false);
        }
        catch (IOException e)
        {
            throw new SfPerfException(ExitCode.Unreachable, $"The two networks could not be made: {e.Message}", e);
        }

        return Networks.Parse(relay.Address);
    }

    private void Start(IpcArm[] arms, ServerOptions options)
    {
        try
        {
            var server = ServerProcess.Start(options);
            _servers.Add(server);
            foreach (var arm in arms)
                arm.Server = server;
        }
        catch (Win32Exception e)
        {
            foreach (var arm in arms)
                arm.Fail($"The server did not start: {e.Message}");
        }
    }

    private static async Task AwaitAsync(IpcArm arm, CancellationToken token)
    {
        try
        {
            await arm.Server!.ReadyAsync(token).ConfigureAwait(false);
        }
        catch (IOException e)
        {
            arm.Fail(e.Message);
        }
    }
}
