using System;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using SfPerf.DevCluster.Gateway;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;
using SfPerf.Platform.Admission;
using SfPerf.Platform.Logging;

namespace SfPerf.DevCluster;

/// <summary>Runs a cluster: starts it, says that it is ready, waits for the end.</summary>
internal sealed class ManagerCommand
{
    private const string ReadyFile = "cluster.json";
    private const string StoppedCode = "Stopped";
    private const int OpenFilesMin = 512;
    private readonly ManagerArguments _arguments;
    private readonly long _started = TimeProvider.System.GetTimestamp();
    private readonly StopSignals _signals;

    private ManagerCommand(ManagerArguments arguments) => (_arguments, _signals) = (arguments, new(arguments));

    internal static async Task<int> RunAsync(string[] arguments)
    {
        // One writer for both: the program that started us reads one line of JSON, and people read the text.
        try
        {
            if (OpenFileLimit.Problem("A cluster's manager", OpenFilesMin) is { } problem)
                throw new ClusterException("OpenFileLimit", problem);
            var command = new ManagerCommand(ManagerArguments.Parse(arguments));
            using (command._signals)
                return await command.RunAsync().ConfigureAwait(false);
        }
        catch (ClusterException e)
        {
            return Fail(e.Code, e.Message);
        }
        catch (ManifestException e)
        {
            return Fail("InvalidManifest", e.Message);
        }
        catch (IOException e)
        {
            // No space left, a folder gone: the message names the file.
            return Fail("DataFolder", e.Message);
        }
        catch (Exception e)
        {
            return Fail("Internal", e.ToString());
        }
    }

    private static int Fail(string code, string message)
    {
        Console.Error.WriteLine(message);
        Console.Out.WriteLine(GatewayText.Write(new ErrorLine { Code = code, Message = message }));
        return ExitCodeOf(code);
    }

    private static int ExitCodeOf(string code) => code switch
    {
        "InvalidArgument" or "InvalidManifest" => 2,
        "Internal" => 1,
        StoppedCode => 0,
        _ => 4,
    };

    private async Task<int> RunAsync()
    {
        // Everything that the user can mend is read before anything is started.
        var definition = _arguments.Package is null ? null : ApplicationReader.Read(
            _arguments.Package, _arguments.Profile, _arguments.Application, _arguments.Parameters);
        var explorer = new ExplorerFiles(_arguments.Explorer);
        // The log is the manager's, and there is one only once the certificate has been read.
        EventLog log = EventLog.OfProcess;
        var security = _arguments.Security.Read(() => log);
        var folder = DataFolder.Open(_arguments.Data, _arguments.Reset, _arguments.Nodes);
        var (tokenFile, token) = _arguments.Token ? TokenFile.Take(folder.Path) : (null, null);
        var policy = new AdmissionPolicy(_arguments.AllowedUsers, token);
        var manager = new ClusterManager(Options(policy, tokenFile), folder, TimeProvider.System);
        await using var managerEnd = manager.ConfigureAwait(false);
        log = manager.Log;
        if (folder.ModeBefore is { } mode)
            Tell(manager, folder.Path, mode);
        var gateway = new GatewayServer(manager, _signals, policy, security, explorer);
        await using var gatewayEnd = gateway.ConfigureAwait(false);
        var listening = gateway.StartAsync(_arguments.GatewayPort, _arguments.ClientPort);
        var proxy = new ReverseProxy(manager, policy);
        await using var proxyEnd = proxy.ConfigureAwait(false);
        var start = StartAsync(manager, gateway, listening, definition);
        // A manager that is asked to stop before the cluster is ready stops at once; what it has begun ends with it.
        if (await Task.WhenAny(start, _signals.Stopped, manager.Failed).ConfigureAwait(false) == _signals.Stopped)
        {
            var reason = await _signals.Stopped.ConfigureAwait(false);
            manager.Log.StopsEarly(reason);
            await listening.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw new ClusterException(StoppedCode, $"The cluster was stopped before it was ready: {reason}.");
        }
        if (manager.Failed.IsCompleted)
            throw await manager.Failed.ConfigureAwait(false);
        var problem = await start.ConfigureAwait(false);
        if (_arguments.ReverseProxyPort is { } port && await proxy.StartAsync(port).ConfigureAwait(false) is { } none)
            manager.Log.NoReverseProxy(none);
        var file = Path.Combine(folder.Path, ReadyFile);
        var line = GatewayText.Write(await ReadyAsync(manager, gateway, definition, problem).ConfigureAwait(false));
        DurableFile.Replace(file, Encoding.UTF8.GetBytes(line));
        manager.Log.Ready(line);
        await Console.Out.WriteLineAsync(line).ConfigureAwait(false);
        var end = await Task.WhenAny(_signals.Stopped, manager.Failed).ConfigureAwait(false);
        File.Delete(file);
        if (end == manager.Failed)
            return await FailAsync(manager).ConfigureAwait(false);
        manager.Log.Stops(await _signals.Stopped.ConfigureAwait(false));
        return 0;
    }

    // The line on standard output was printed already: this is for standard error and the log.
    private static async Task<int> FailAsync(ClusterManager manager)
    {
        var failure = await manager.Failed.ConfigureAwait(false);
        var known = failure as ClusterException;
        await Console.Error.WriteLineAsync(known?.Message ?? failure.ToString()).ConfigureAwait(false);
        return known is null ? ExitCodeOf("Internal") : ExitCodeOf(known.Code);
    }

    // Gives why an application of an earlier start does not serve, or an empty text.
    private async Task<string> StartAsync(
        ClusterManager manager, GatewayServer gateway, Task listening, ApplicationDefinition? definition)
    {
        var nodes = manager.StartAsync();
        await listening.ConfigureAwait(false);
        manager.ClientEndpoints = [gateway.ClientEndpoint];
        await nodes.ConfigureAwait(false);
        // On a busy machine the nodes may have used up the time: the hosts still get half of it for themselves.
        var left = _arguments.StartTimeout - TimeProvider.System.GetElapsedTime(_started);
        var least = _arguments.StartTimeout / 2;
        var limit = left > least ? left : least;
        var others = manager.ReopenAsync(definition?.Name, limit);
        var mode = _arguments.Replace ? DeployMode.Replace : DeployMode.IfChanged;
        if (definition is not null)
            _ = await manager.DeployAsync(definition, mode, limit).ConfigureAwait(false);
        return await others.ConfigureAwait(false);
    }

    private static void Tell(ClusterManager manager, string folder, UnixFileMode before)
    {
        var line = $"The data folder '{folder}' could be entered by others (mode {Convert.ToString((int)before, 8)}). "
            + "It and everything in it is its owner's alone now.";
        manager.Log.FolderClosed(line);
        Console.Error.WriteLine(line);
    }

    private ClusterOptions Options(AdmissionPolicy policy, string? tokenFile)
    {
        var own = Environment.ProcessPath!;
        var muxer = Path.GetFileNameWithoutExtension(own) == "dotnet";
        return new()
        {
            DataFolder = _arguments.Data,
            Nodes = _arguments.Nodes,
            Durability = _arguments.Durability,
            LogFormat = _arguments.LogFormat,
            StartTimeout = _arguments.StartTimeout,
            Admission = policy,
            TokenFile = tokenFile,
            NodeProperties = _arguments.NodeProperties,
            NodeProgram = own,
            NodeProgramArguments = muxer ? [Environment.GetCommandLineArgs()[0]] : [],
        };
    }

    private async Task<ReadyLine> ReadyAsync(
        ClusterManager manager, GatewayServer gateway, ApplicationDefinition? definition, string problem)
    {
        var status = await manager.StatusAsync().ConfigureAwait(false);
        return new()
        {
            Pid = Environment.ProcessId,
            Gateway = gateway.Address,
            ClientEndpoint = gateway.ClientEndpoint,
            HttpsGateway = gateway.SecureAddress,
            Data = status.Data!,
            Durability = status.Durability!,
            Nodes = [.. status.Nodes.Select(n => new ReadyNode(n.Name, n.Pid ?? 0))],
            Hosts = [.. status.Nodes.SelectMany(n => n.Hosts!.Select(h => new ReadyHost(n.Name, h.Program, h.Pid)))],
            Problem = problem.Length > 0 ? problem : null,
            Application = definition?.Name ?? status.Applications.FirstOrDefault()?.Name,
            Applications = [.. status.Applications.Select(a => a.Name)],
            Seconds = Math.Round(TimeProvider.System.GetElapsedTime(_started).TotalSeconds, 3),
        };
    }
}
