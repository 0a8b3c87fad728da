using System;
using SfPerf.Commands.Parameters;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>The parameters of <c>wcf-concurrency</c>.</summary>
internal static class ConcurrencyCatalogue
{
    public const string Name = "wcf-concurrency";

    public static ParameterCatalogue Instance { get; } = ScenarioCatalogue.Of(Name,
    [
        Define.List("Bindings", Define.Choice("Bindings",
            [Uri.UriSchemeNetPipe, Uri.UriSchemeHttp, Uri.UriSchemeNetTcp], "", ""),
            $"{Uri.UriSchemeNetPipe},{Uri.UriSchemeHttp},{Uri.UriSchemeNetTcp}", "Bindings, in order.", "--bindings"),
        Define.List("Cases", Define.Text("Cases", "", "") with { Form = ThreadCase.Form },
            "600x500,200x1000,8x10000,1x10000", "Threads x calls of each.", "--cases"),
        Define.Integer("NumWarmUpCalls", 1, 1_000_000, 2000,
            "Calls of each arm over each binding before the first round.", "--warmup"),
        Define.Integer("RepeatSeconds", 0, 3600, 10,
            "Seconds for which a case may run again in a round, until the interval of its ratio is narrower than 5 %; "
            + "0: once.", "--repeat-seconds"),
        Define.Integer("MaxConcurrentCalls", 0, 100_000, 0, "Calls that the service runs at once; 0: WCF's default.",
            "--max-calls"),
        Define.Integer("NumSharedCalls", 0, 10_000_000, 1000, "Calls over the shared channel; 0 leaves it out.",
            "--shared-calls"),
        Define.Integer("NumOutstandingSharedCalls", 1, 1000, 8, "Calls outstanding on the shared channel.",
            "--outstanding"),
        Define.Integer("ServiceTimeInMilliseconds", 1, 10_000, 1, "Time of an operation of the shared channel.",
            "--service-ms"),
        Define.Flag("OffByOne", false, "Makes a call less in each thread, as the published loop does.",
            "--off-by-one"),
    ]);
}
