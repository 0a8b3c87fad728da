namespace SfPerf.LoadGenerator.Verification;

/// <summary>A write under way, as <see cref="WriteLedger"/> remembers it.</summary>
public readonly struct WriteTicket
{
    internal WriteTicket(int item, long version, long endedBelow, int generation, byte[] payload)
    {
        Item = item;
        Version = version;
        EndedBelow = endedBelow;
        Generation = generation;
        Payload = payload;
    }

    /// <summary>Gets the value to write. Not to be used after the ticket was acknowledged.</summary>
    public byte[] Payload { get; }

    /// <summary>Gets the item.</summary>
    public int Item { get; }

    internal long Version { get; }

    internal long EndedBelow { get; }

    internal int Generation { get; }
}
