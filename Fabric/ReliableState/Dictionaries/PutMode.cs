namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>Specifies when a value is put.</summary>
internal enum PutMode
{
    /// <summary>Only if the key is absent; an error otherwise.</summary>
    Add,

    /// <summary>Only if the key is absent.</summary>
    TryAdd,

    /// <summary>Always.</summary>
    Set,

    /// <summary>Only if the key has the value expected.</summary>
    TryUpdate,
}
