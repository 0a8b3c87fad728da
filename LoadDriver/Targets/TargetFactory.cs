using System;
using SfPerf.Contracts;
using SfPerf.LoadGenerator.Targets;

namespace SfPerf.LoadDriver.Targets;

/// <summary>Makes the target that a request names. Only the targets listed here exist: no type is loaded by
/// name.</summary>
internal static class TargetFactory
{
    public static ILoadTarget Create(RunRequest request) => request.Target switch
    {
        TargetNames.SfDictionary => new DictionaryTarget(
            new Uri(request.ServiceName), request.Generator, request.VerifyReads),
        TargetNames.SfActor when request.Mixed is { Scans: > 0 } => throw new ArgumentException(
            $"Target {TargetNames.SfActor} has no order to scan in; allowed: {TargetNames.SfDictionary}, or no scans."),
        TargetNames.SfActor => new ActorTarget(
            new Uri(request.ServiceName), request.Generator, request.NumActors, request.VerifyReads),
        TargetNames.SfQueue or TargetNames.SfConcurrentQueue when request.Mixed is not null =>
            throw new ArgumentException($"Target {request.Target} has no keys to read or update; allowed: a write and "
                + "a read phase."),
        TargetNames.SfQueue or TargetNames.SfConcurrentQueue => new ReliableQueueTarget(
            new Uri(request.ServiceName), request.Target == TargetNames.SfConcurrentQueue, request.VerifyReads),
        _ => throw new ArgumentException($"Target {request.Target} is not known; "
            + $"allowed: {string.Join(", ", TargetNames.All)}."),
    };
}
