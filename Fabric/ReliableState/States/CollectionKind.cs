namespace SfPerf.Fabric.ReliableState.States;

/// <summary>The kinds of collections. The names are on disk: never rename.</summary>
internal enum CollectionKind
{
    /// <summary>IReliableDictionary and IReliableDictionary2.</summary>
    Dictionary,

    /// <summary>IReliableQueue.</summary>
    Queue,

    /// <summary>IReliableConcurrentQueue.</summary>
    ConcurrentQueue,
}
