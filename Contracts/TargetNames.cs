using System.Collections.Generic;

namespace SfPerf.Contracts;

/// <summary>The targets a load driver knows, by the names of TargetServiceType.</summary>
public static class TargetNames
{
    /// <summary>A partitioned service with the contract <c>ISfDictionary</c>.</summary>
    public const string SfDictionary = "SfDictionary";

    /// <summary>A partitioned service with the contract <c>ISfQueue</c>: its IReliableQueue.</summary>
    public const string SfQueue = "SfQueue";

    /// <summary>The same service: its IReliableConcurrentQueue.</summary>
    public const string SfConcurrentQueue = "SfConcurrentQueue";

    /// <summary>A partitioned service of actors with the contract <c>ISfActor</c>.</summary>
    public const string SfActor = "SfActor";

    /// <summary>Gets all of them.</summary>
    public static IReadOnlyList<string> All { get; } = [SfDictionary, SfActor, SfQueue, SfConcurrentQueue];

    /// <summary>Returns whether a target is a queue: it is enqueued to and dequeued from, and has no keys.</summary>
    /// <param name="target">One of these names, or another.</param>
    public static bool IsQueue(string target) => target is SfQueue or SfConcurrentQueue;

    /// <summary>Returns the interface, of SfPerf.ServiceContracts, that a target's service must have.</summary>
    public static string ContractOf(string target) => IsQueue(target) ? "ISfQueue" : $"I{target}";
}
