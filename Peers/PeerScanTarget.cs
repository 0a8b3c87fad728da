using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;

namespace SfPerf.Peers;

/// <summary>A peer whose keys are in order: also scans.</summary>
internal sealed class PeerScanTarget(PeerOptions options, IScanStore store) : PeerTarget(options, store), IScanTarget
{
    public async ValueTask ScanAsync(int item, int rowsMax, CancellationToken token)
    {
        var scan = Scans?.BeginScan(item, rowsMax);
        IReadOnlyList<KeyValuePair<long, byte[]>> rows;
        try
        {
            rows = await store.ScanAsync(KeyOf(item), rowsMax, token).ConfigureAwait(false);
        }
        catch (Exception e) when (PeerFailure.Named(e) is { } named)
        {
            throw named;
        }

        if (scan is not null)
            Scans!.Check(scan, rows);
    }
}
