using System;
using System.IO;
using SfPerf.Commands;
using SfPerf.Platform;

namespace SfPerf.Client.Cluster;

/// <summary>The only use of the standing cluster: two runs at once would overwrite each other's keys, take what they
/// then read for lost writes, and share its speed. It ends with the process, however that ends.</summary>
internal sealed class StandingUse : IDisposable
{
    private readonly FileStream _file;

    private StandingUse(FileStream file) => _file = file;

    /// <summary>Begins the use of the cluster whose state is in <paramref name="folder"/>.</summary>
    /// <exception cref="SfPerfException">Another process uses it.</exception>
    public static StandingUse Begin(string folder, string gateway)
    {
        try
        {
            PrivateFiles.CreateFolder(folder);
            return new StandingUse(PrivateFiles.OpenExclusive(folder + ".use"));
        }
        catch (IOException e)
        {
            throw new SfPerfException(ExitCode.Unreachable, $"The cluster at {gateway} is being measured by another "
                + "sfperf, and two at once would read each other's values. Wait for its end, or stop that cluster "
                + "(sfperf cluster stop): without one, each run starts its own.", e);
        }
    }

    public void Dispose() => _file.Dispose();
}
