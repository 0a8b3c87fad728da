using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;
using SfPerf.Commands;
using SfPerf.Platform;

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

        using var cancellation = new CancellationTokenSource();
        using var signals = new TerminationSignals(cancellation);
        return await CommandLine.InvokeAsync(args, Terminal.OfProcess(), cancellation.Token).ConfigureAwait(false);
    }
}
