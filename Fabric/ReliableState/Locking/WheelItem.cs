namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>Represents something that expires. Links and tick belong to the wheel it is on.</summary>
internal abstract class WheelItem
{
    internal WheelItem? WheelNext { get; set; }

    internal WheelItem? WheelPrevious { get; set; }

    internal long DueTick { get; set; } = -1;

    internal void RunExpiry() => Expire();

    /// <summary>Called once, on a timer thread, outside the wheel's gate.</summary>
    private protected abstract void Expire();
}
