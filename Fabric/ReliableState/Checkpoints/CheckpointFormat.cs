namespace SfPerf.Fabric.ReliableState.Checkpoints;

/// <summary>
/// A checkpoint is: magic (4 bytes), version (4), LSN (8), in version 2 the LSN up to which records make it whole (8),
/// next state id (4), number of states (4); per state its id (4), name and type (sized UTF-8), then items, each 1 (1
/// byte), key, value (sized), and 0 (1 byte); last the number of items of all states (8) and the magic again. Sized is
/// a length (4; -1 for null) and the bytes. Little endian. The replicator adds checksums.
/// </summary>
internal static class CheckpointFormat
{
    internal const int Magic = 0x53524653; // "SFRS"
    internal const int Whole = 1; // the version of one that is whole
    internal const int Part = 2;  // the version of one that leaves out what changed after its LSN
    internal const byte Item = 1;
    internal const byte End = 0;
}
