namespace SfPerf.Metrics.Results;

/// <summary>Specifies what an operation does to the store.</summary>
public enum OperationKind
{
    /// <summary>Resolves partitions and makes first contact.</summary>
    Prepare = 0,

    /// <summary>Sets the value of one item.</summary>
    Write = 1,

    /// <summary>Gets the value of one item and checks it.</summary>
    Read = 2,

    /// <summary>Sets the value of an item that does not exist yet.</summary>
    Insert = 3,

    /// <summary>Gets the value of one item and then sets it.</summary>
    ReadModifyWrite = 4,

    /// <summary>Gets items whose keys follow each other, and checks them.</summary>
    Scan = 5,
}
