using System;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Nodes;

namespace SfPerf.DevCluster;

/// <summary>Runs one node; started by the manager only.</summary>
internal static class NodeCommand
{
    internal static async Task<int> RunAsync(string[] arguments)
    {
        if (arguments is not ["--manager", var manager, "--name", var name]
            || Environment.GetEnvironmentVariable("SFPERF_CLUSTER_TOKEN") is not { } token)
        {
            await Console.Error.WriteLineAsync("A node is started by its manager only.").ConfigureAwait(false);
            return 2;
        }
        using var stop = new CancellationTokenSource();
        // Ctrl+C and a closed terminal reach every process; the manager decides when its nodes end.
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, static c => c.Cancel = true);
        using var hangUp = PosixSignalRegistration.Create(PosixSignal.SIGHUP, static c => c.Cancel = true);
        using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, c =>
        {
            c.Cancel = true;
            stop.Cancel();
        });
        try
        {
            var random = new Random(RandomNumberGenerator.GetInt32(int.MaxValue));
            await NodeAgent.RunAsync(manager, token, name, TimeProvider.System, random, stop.Token)
                .ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // Told to end: that is what it does.
        }
        return 0;
    }
}
