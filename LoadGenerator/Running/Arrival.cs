namespace SfPerf.LoadGenerator.Running;

/// <summary>Represents one operation of an open loop.</summary>
/// <param name="Intended">The time stamp at which it is to start.</param>
/// <param name="Sequence">Its sequence; 0 when there are no more.</param>
/// <param name="PutOff">Whether it found no free slot: then its start says nothing about the driver.</param>
internal readonly record struct Arrival(long Intended, long Sequence, bool PutOff = false);
