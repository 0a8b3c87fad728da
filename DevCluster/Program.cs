using System;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.DevCluster;

internal static class Program
{
    private const int InvalidArgument = 2;

    private static async Task<int> Main(string[] arguments)
    {
        // Before anything is created, and for the hosts that nodes start as well: what they write is the user's state.
        PrivateFiles.MakeDefault();
        switch (arguments)
        {
            case ["manager", .. var rest]:
                return await ManagerCommand.RunAsync(rest).ConfigureAwait(false);
            case ["node", .. var rest]:
                return await NodeCommand.RunAsync(rest).ConfigureAwait(false);
            default:
                await Console.Error.WriteLineAsync("Usage: SfPerf.DevCluster manager --data DIR [options]; see "
                    + "docs/reference/cluster.md.")
                    .ConfigureAwait(false);
                return InvalidArgument;
        }
    }
}
