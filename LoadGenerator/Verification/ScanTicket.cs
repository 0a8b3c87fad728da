using System.Collections.Generic;

namespace SfPerf.LoadGenerator.Verification;

/// <summary>A scan under way, as <see cref="ScanLedger"/> remembers it.</summary>
public sealed class ScanTicket
{
    internal ScanTicket(int item, int rowsMax, List<long> floors) => (Item, RowsMax, Floors) = (item, rowsMax, floors);

    internal int Item { get; }

    internal int RowsMax { get; }

    /// <summary>Gets the lowest version each item from the first on may have; 0 where none was acknowledged.</summary>
    internal List<long> Floors { get; }
}
