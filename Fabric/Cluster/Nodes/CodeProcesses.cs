using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Supervision;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Cluster.Nodes;

/// <summary>Starts the programs of one service package on a node, each as its manifest says.</summary>
/// <param name="agent">The node.</param>
/// <param name="activation">The package, with its ports.</param>
/// <param name="time">The clock.</param>
internal sealed class CodeProcesses(NodeAgent agent, HostActivation activation, TimeProvider time)
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan PauseMax = TimeSpan.FromSeconds(5);

    private CodePackageDefinition[] Codes => activation.Package.Codes;

    /// <summary>Runs what prepares a code package, to its end.</summary>
    /// <param name="index">The code package; 0 is the first one.</param>
    /// <param name="stop">Kills it.</param>
    /// <returns>Why the code package must not be started; null when it may be.</returns>
    /// <exception cref="ChildStartException">The file does not exist or cannot be executed.</exception>
    internal async Task<SetupFailure?> SetUpAsync(int index, CancellationToken stop)
    {
        var code = Codes[index];
        if (code.Setup is not { } setup || activation.Files[index].Setup is not { } file)
            return null;
        using var process = Start(code, file, setup.Arguments, setup.WorkingFolder, 'S');
        await ReportUntilEndAsync(process, code, isSetup: true, stop).ConfigureAwait(false);
        return process.Succeeded ? null : new(
            $"the setup entry point '{setup.Program}' of the code package '{code.Name}' ended with {process.Reason}",
            process.LastWords);
    }

    /// <summary>Starts the program of a code package.</summary>
    /// <exception cref="ChildStartException">The file does not exist or cannot be executed.</exception>
    internal ChildProcess Start(int index)
    {
        var code = Codes[index];
        return Start(code, activation.Files[index].Entry, code.Arguments, code.WorkingFolder, 'M');
    }

    /// <summary>Keeps the other code packages running, each started again when it ends, until it is told to stop.
    /// </summary>
    internal Task RunCompanionsAsync(CancellationToken stop) => Task.WhenAll(
        Enumerable.Range(1, activation.Package.Companions.Length).Select(i => RunCompanionAsync(i, stop)));

    private async Task RunCompanionAsync(int index, CancellationToken stop)
    {
        for (var pause = FirstPause; !stop.IsCancellationRequested; pause = pause * 2 < PauseMax ? pause * 2 : PauseMax)
        {
            var started = time.GetTimestamp();
            var problem = await RunCompanionOnceAsync(index, stop).ConfigureAwait(false);
            if (stop.IsCancellationRequested)
                return;
            if (time.GetElapsedTime(started) > PauseMax)
                pause = FirstPause;
            agent.Report(new ControlMessage.CompanionEnded(activation.HostId, Codes[index].Name, problem));
            await Task.Delay(pause, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task<string> RunCompanionOnceAsync(int index, CancellationToken stop)
    {
        var code = Codes[index];
        try
        {
            if (await SetUpAsync(index, stop).ConfigureAwait(false) is { } failure)
                return NotStarted($"{failure.Reason}. {failure.LastWords}");
            using var process = Start(index);
            agent.Report(new ControlMessage.CompanionEnded(activation.HostId, code.Name, ""));
            await ReportUntilEndAsync(process, code, isSetup: false, stop).ConfigureAwait(false);
            return $"{process.Reason}. {process.LastWords}";
        }
        catch (Exception e) when (e is ChildStartException or IOException or UnauthorizedAccessException)
        {
            return NotStarted(e.Message);
        }

        string NotStarted(string reason)
        {
            if (!stop.IsCancellationRequested)
            {
                agent.Report(new ControlMessage.OtherProcess(
                    activation.HostId, 0, Ended: true, code.Name, IsSetup: false));
            }
            return reason;
        }
    }

    private async Task ReportUntilEndAsync(
        ChildProcess process, CodePackageDefinition code, bool isSetup, CancellationToken stop)
    {
        agent.Report(new ControlMessage.OtherProcess(activation.HostId, process.Id, Ended: false, code.Name, isSetup));
        var kill = stop.Register(process.Kill);
        await using (kill.ConfigureAwait(false))
            await process.Exited.ConfigureAwait(false);
        agent.Report(new ControlMessage.OtherProcess(
            activation.HostId, process.Id, Ended: true, code.Name, isSetup, process.ExitCode));
    }

    private ChildProcess Start(
        CodePackageDefinition code, string file, string arguments, string workingFolder, char kind)
    {
        var environment = agent.EnvironmentOf(activation, code);
        foreach (var name in new[] { "Fabric_Folder_App_Work", "Fabric_Folder_App_Log", "Fabric_Folder_App_Temp" })
            _ = Directory.CreateDirectory(environment[name]);
        var folder = workingFolder == "Work" ? environment["Fabric_Folder_App_Work"] : Path.GetDirectoryName(file)!;
        var log = new BoundedLog(Path.Combine(
            environment["Fabric_Folder_App_Log"], $"{code.Name}_{activation.Package.Name}_{kind}.out"));
        var words = arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return ChildProcess.Start(file, words, folder, environment, log, EventLog.FormatOfProcess, time);
    }
}

/// <summary>Describes why a code package was not started.</summary>
internal sealed record SetupFailure(string Reason, string LastWords);
