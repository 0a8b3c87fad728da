using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;
using SfPerf.Commands;
using SfPerf.Platform;
using SfPerf.Scenarios.Ipc.Servers;

namespace SfPerf.Client;

internal static class Program
{
    private const int OpenFilesMin = 256;

    private static async Task<int> Main(string[] args)
    {
        if (OpenFileLimit.Problem("sfperf", OpenFilesMin) is { } problem)
        {
            await Console.Error.WriteLineAsync($"sfperf: {problem}").ConfigureAwait(false);
            return (int)ExitCode.Unreachable;
        }

        // The process of a server of sfperf scenario ipc; nobody calls it by hand.
        if (args is [IpcServerProgram.Verb, var options])
            return await IpcServerProgram.RunAsync(options).ConfigureAwait(false);
        using var cancellation = new CancellationTokenSource();
        using var signals = new TerminationSignals(cancellation);
        return await CommandLine.InvokeAsync(args, Terminal.OfProcess(), cancellation.Token).ConfigureAwait(false);
    }
}
