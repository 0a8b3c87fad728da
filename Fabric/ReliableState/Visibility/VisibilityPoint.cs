using System.Collections.Generic;

namespace SfPerf.Fabric.ReliableState.Visibility;

/// <summary>Represents one point in time that readers hold on to. All but the LSN belongs to the tracker.</summary>
internal sealed class VisibilityPoint(long lsn)
{
    internal long Lsn { get; } = lsn;

    internal int ReaderCount { get; set; }

    internal VisibilityPoint? Older { get; set; }

    internal VisibilityPoint? Newer { get; set; }

    internal List<Retained>? Retained { get; set; }
}
