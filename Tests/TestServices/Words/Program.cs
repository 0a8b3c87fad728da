using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Words;

/// <summary>
/// Services in the shape of Service Fabric's older samples: WordCount and AlphabetPartitions (a store behind
/// HttpListener and its front), Chatter, the WCF calculator, VisualObjects and VoicemailBox. Each is a service package
/// of its own; this program serves them all.
/// </summary>
internal static class Program
{
    private static async Task Main()
    {
        var package = FabricRuntime.GetActivationContext().GetServiceManifestName();
        await (package switch
        {
            "Words.StorePkg" => ServiceRuntime.RegisterServiceAsync("StoreType", context => new WordStore(context)),
            "Words.WebPkg" => ServiceRuntime.RegisterServiceAsync("WebType", context => new WordWeb(context)),
            "Words.ChatPkg" => ServiceRuntime.RegisterServiceAsync("ChatType", context => new Chat(context)),
            "Words.CalculatorPkg" =>
                ServiceRuntime.RegisterServiceAsync("CalculatorType", context => new CalculatorHost(context)),
            "Words.VisualPkg" => ActorRuntime.RegisterActorAsync<VisualObject>(),
            "Words.VoicemailPkg" => ActorRuntime.RegisterActorAsync<VoicemailBox>(),
            _ => throw new InvalidOperationException($"This program has nothing for the package '{package}'."),
        });
        await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, CancellationToken.None);
    }
}
