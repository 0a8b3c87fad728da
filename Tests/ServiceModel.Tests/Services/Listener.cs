using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

[CallbackBehavior(ConcurrencyMode = ConcurrencyMode.Multiple)]
public sealed class Listener : IListener
{
    public TaskCompletionSource<string> Heard { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Say(string text) => "client says: " + text;

    public Task<string> SayLaterAsync(string text) => Task.FromResult("client says: " + text);

    public void Hear(string text) => Heard.TrySetResult(text);
}
