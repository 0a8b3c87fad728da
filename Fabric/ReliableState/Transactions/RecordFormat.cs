namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>
/// A record is: version (1 byte), transaction id (8), then operations until its end. An operation is: kind (1), state
/// id (4), then by kind: Add and Update a key and a value, Remove a key, CreateState name and type, Clear and
/// RemoveState nothing. Key, value, name and type are a length (4; -1 for a null value) and their bytes. Little endian.
/// </summary>
internal static class RecordFormat
{
    internal const byte Version = 1;

    /// <summary>Where the first operation begins.</summary>
    internal const int HeaderBytes = 9;
}
