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
        _ => throw new ArgumentException(
            $"Target {request.Target} is not known; allowed: {TargetNames.SfDictionary}."),
    };
}
