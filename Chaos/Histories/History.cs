using System.Collections.Generic;

namespace SfPerf.Chaos.Histories;

/// <summary>Records everything that clients did and saw, and what was done to the cluster meanwhile.</summary>
/// <param name="Head">How it was made.</param>
/// <param name="Operations">The operations, in any order.</param>
/// <param name="Faults">The faults, by time.</param>
/// <param name="Tail">How it ended; null when the file ends before that.</param>
public sealed record History(
    HistoryHead Head, IReadOnlyList<Operation> Operations, IReadOnlyList<FaultRecord> Faults, HistoryTail? Tail);
