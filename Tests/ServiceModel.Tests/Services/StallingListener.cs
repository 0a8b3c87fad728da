using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A client that is asked and never answers.</summary>
[CallbackBehavior(ConcurrencyMode = ConcurrencyMode.Multiple)]
public sealed class StallingListener : IListener
{
    internal TaskCompletionSource Asked { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Say(string text) => text;

    public Task<string> SayLaterAsync(string text)
    {
        Asked.TrySetResult();
        return new TaskCompletionSource<string>().Task;
    }

    public void Hear(string text)
    {
    }
}
