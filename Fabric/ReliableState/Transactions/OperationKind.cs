namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>Specifies what one operation of a record does. The values are on disk: never renumber.</summary>
internal enum OperationKind : byte
{
    /// <summary>Nothing changed: never on disk.</summary>
    None = 0,

    /// <summary>A key that was absent gets a value.</summary>
    Add = 1,

    /// <summary>A key that was present gets another value.</summary>
    Update = 2,

    /// <summary>A key that was present goes.</summary>
    Remove = 3,

    /// <summary>All keys of a collection go.</summary>
    Clear = 4,

    /// <summary>A named state comes to be; its id is the next free one when the record is applied.</summary>
    CreateState = 5,

    /// <summary>A named state goes with all it holds.</summary>
    RemoveState = 6,
}
