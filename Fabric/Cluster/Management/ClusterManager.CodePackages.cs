using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Gateway;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>The programs of the code packages on the nodes.</content>
internal sealed partial class ClusterManager
{
    /// <summary>Kills the program of a code package, which its node starts again.</summary>
    /// <param name="node">The node.</param>
    /// <param name="application">The name of the application.</param>
    /// <param name="package">The name of the service manifest.</param>
    /// <param name="code">The name of the code package.</param>
    /// <param name="instance">The run that is meant; 0: whichever there is.</param>
    /// <returns>The process that was killed.</returns>
    /// <exception cref="ClusterException">There is no such code package on the node, it does not run, or another run
    /// has begun.</exception>
    internal Task<int> RestartCodePackageAsync(
        string node, string application, string package, string code, long instance) => _loop.InvokeAsync(() =>
    {
        var host = NodeOf(node).Hosts.Values.FirstOrDefault(
            h => h.Activation.ApplicationName == application && h.Activation.Package.Name == package);
        if (host?.Activation.Package.Codes.FirstOrDefault(c => c.Name == code) is null)
        {
            throw new ClusterException("FABRIC_E_CODE_PACKAGE_NOT_FOUND",
                $"There is no code package '{code}' of '{package}' of {application} on {node}.");
        }
        var runs = host.RunsOf(code, isSetup: false);
        var what = $"code package {code} of {host.Activation.HostId}";
        if (instance != 0 && instance != runs.Instance)
        {
            throw new ClusterException("FABRIC_E_INSTANCE_ID_MISMATCH",
                $"CodePackageInstanceId is {instance}; {what} is instance {runs.Instance} now.");
        }
        if (runs.ProcessId == 0)
            throw new ClusterException(InvalidOperation, $"The {what} does not run now.");
        Log.CodePackageRestart(what);
        _events.Add(EventKinds.Kill, host.Activation.HostId,
            $"restart of {what} ({Processes([runs.ProcessId])})");
        _ = ProcessControl.Kill(runs.ProcessId);
        return runs.ProcessId;
    });

    private void TakeOther(HostEntry host, ControlMessage.OtherProcess other)
    {
        var (runs, now) = (host.RunsOf(other.CodePackage, other.IsSetup), _time.GetUtcNow());
        host.Others[(other.CodePackage, other.IsSetup)] = !other.Ended ? runs.Started(other.ProcessId, now)
            : other.ProcessId == 0 ? runs.NotStarted(now) : runs.Ended(other.ExitCode, now);
    }

    private static CodePackageView[] CodePackagesOf(HostEntry host) =>
        [.. host.Activation.Package.Codes.Zip(host.Activation.Files, (code, files) =>
        {
            var main = host.RunsOf(code.Name, isSetup: false);
            return new CodePackageView
            {
                Name = code.Name,
                Version = code.Version,
                IsReady = main.ProcessId != 0 && (host.Ready || code != host.Activation.Package.Code),
                Setup = files.Setup is null ? null : new(files.Setup, host.RunsOf(code.Name, isSetup: true)),
                Main = new(files.Entry, main),
            };
        })];
}
