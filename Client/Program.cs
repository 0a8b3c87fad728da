using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;

namespace SfPerf.Client;

internal static class Program
{
    private static async Task<int> Main(string[] args)
    {
        using var cancellation = new CancellationTokenSource();
        using var signals = new TerminationSignals(cancellation);
        return await CommandLine.InvokeAsync(args, Terminal.OfProcess(), cancellation.Token).ConfigureAwait(false);
    }
}
