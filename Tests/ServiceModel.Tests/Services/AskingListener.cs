using System;
using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A client that asks its service back from within a callback, one call at a time.</summary>
public class AskingListener : IListener
{
    internal ITalker? Service { get; private set; }

    internal IContextChannel? Channel { get; private set; }

    internal Exception? Refused { get; private set; }

    public string Say(string text)
    {
        Channel = OperationContext.Current!.Channel;
        Service = OperationContext.Current.GetCallbackChannel<ITalker>();
        try
        {
            Service.Shout("from the callback");
        }
        catch (InvalidOperationException e)
        {
            Refused = e;
        }

        return text;
    }

    public Task<string> SayLaterAsync(string text) => Task.FromResult(text);

    public void Hear(string text)
    {
    }
}
