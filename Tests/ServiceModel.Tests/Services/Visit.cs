using System.ServiceModel;
using System.Threading.Channels;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.Single)]
public sealed class Visit : IVisit
{
    private readonly Channel<string> _events = Channel.CreateUnbounded<string>();

    internal ChannelReader<string> Events => _events.Reader;

    internal IListener? Client { get; private set; }

    public string? Enter()
    {
        var channel = OperationContext.Current!.Channel!;
        channel.Faulted += (sender, _) => Note("faulted", sender);
        channel.Closed += (sender, _) => Note("closed", sender);
        Client = OperationContext.Current.GetCallbackChannel<IListener>();
        return channel.SessionId;
    }

    public string ShowOut()
    {
        OperationContext.Current!.Channel!.Close();
        return "goodbye";
    }

    public string ThrowOut()
    {
        OperationContext.Current!.Channel!.Abort();
        return "nobody hears this";
    }

    // Services keep the callback channels they got, and find them again by the sender.
    private void Note(string what, object? sender) => _events.Writer.TryWrite(sender is IListener ? what : "stranger");
}
