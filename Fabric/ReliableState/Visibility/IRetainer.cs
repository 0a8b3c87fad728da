namespace SfPerf.Fabric.ReliableState.Visibility;

/// <summary>Keeps old versions for readers.</summary>
internal interface IRetainer
{
    /// <summary>
    /// Drops what only the reader at <paramref name="lsn"/> could see, or retains it for the next older one.
    /// </summary>
    void DropRetained(object item, long lsn);
}
