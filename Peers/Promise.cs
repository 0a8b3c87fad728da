namespace SfPerf.Peers;

/// <summary>Describes how far an acknowledged write has come.</summary>
/// <param name="Copies">Copies of the data.</param>
/// <param name="Acknowledged">Copies that have it.</param>
/// <param name="OnDisk">Whether those have flushed it.</param>
/// <param name="Means">The product and the settings that bring it about.</param>
internal readonly record struct Promise(int Copies, int Acknowledged, bool OnDisk, string Means)
{
    internal static int MajorityOf(int copies) => (copies / 2) + 1;

    public override string ToString() =>
        $"{(OnDisk ? "fsync on" : "memory of")} {Acknowledged} of {Copies}: {Means}";

    /// <summary>Refuses a promise that is less than was demanded.</summary>
    /// <param name="demand">What was demanded.</param>
    /// <param name="server">The server, with its address.</param>
    /// <param name="remedy">What to set on it instead.</param>
    internal void Check(DurabilityDemand demand, string server, string remedy)
    {
        if (demand == DurabilityDemand.Fsync && (!OnDisk || Acknowledged < MajorityOf(Copies)))
        {
            throw new PeerException($"{server} promises less than a flush by a majority: {this}. "
                + $"{remedy}, or measure what it does with Durability=Configured.");
        }
    }
}
