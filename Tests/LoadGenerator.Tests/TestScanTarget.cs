using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;

namespace SfPerf.LoadGenerator.Tests;

/// <summary>A target that also has scans.</summary>
internal sealed class TestScanTarget : TestTarget, IScanTarget
{
    internal Action<int, int> Scan { get; init; } = (_, _) => { };

    public ValueTask ScanAsync(int item, int rowsMax, CancellationToken token)
    {
        Scan(item, rowsMax);
        return default;
    }
}
