using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

public abstract class Talker : ITalker
{
    public string Ask(string text) => Client().Say(text);

    public async Task<string> AskLaterAsync(string text)
    {
        await Task.Yield();
        return await Client().SayLaterAsync(text);
    }

    public void Shout(string text) => Client().Hear(text);

    private static IListener Client() => OperationContext.Current!.GetCallbackChannel<IListener>();
}
