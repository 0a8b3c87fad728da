using System;
using System.IO;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;

namespace SfPerf.Tests.WcfClient;

/// <summary>Calls the services of our tests by Microsoft's own client, and prints a line for each case.</summary>
internal static class Program
{
    private const string Space = "urn:headers";

    private static Binding _binding = null!;

    private static async Task<int> Main(string[] arguments)
    {
        _binding = arguments[0] == "http" ? new BasicHttpBinding() : new NetTcpBinding(SecurityMode.None);
        if (arguments[1] == "mirror")
            await MirrorAsync(new(arguments[2])).ConfigureAwait(false);
        else if (arguments[1] == "faults")
            FaultLines.Of(_binding, new(arguments[2])).ToList().ForEach(Console.WriteLine);
        else if (arguments[1] == "steps")
            Steps(new(arguments[2]));
        else
            await ShapesAsync(new(arguments[2])).ConfigureAwait(false);
        Console.WriteLine("DONE");
        return 0;
    }

    private static async Task MirrorAsync(EndpointAddress address)
    {
        var factory = new ChannelFactory<IMirror>(_binding, address);
        factory.Endpoint.EndpointBehaviors.Add(new AddsHeader());
        var channel = factory.CreateChannel();
        using (new OperationContextScope((IContextChannel)channel))
        {
            Add(MessageHeader.CreateHeader("user", Space, "Zoë <&>"));
            Add(new MessageHeader<Item>(new() { Id = 7, Name = "seven" }).GetUntypedHeader("item", Space));
            Print("header", channel.Header("user"));
            Print("typed", channel.ItemOfHeader("item").Name);
            Print("flowed", await channel.HeaderAfterWaitAsync("user").ConfigureAwait(false));
            channel.Answer("yes");
            Print("answer", OperationContext.Current.IncomingMessageHeaders.GetHeader<string>("answer", Space));
        }

        Print("inspector", channel.Header("inspector"));
        Print("after", channel.Header("user"));
        using (new OperationContextScope((IContextChannel)channel))
        {
            Add(MessageHeader.CreateHeader("strange", Space, 1, mustUnderstand: true));
            Print("strange", Error(() => channel.Header("user")));
        }

        Print("quota", Error(() => channel.Answer(new string('x', 20_000))));
        Print("state", ((IClientChannel)channel).State);
        Print("next", channel.Divide(7, 2, out var rest) + rest);
        Print("refused", Error(channel.Refuse));
        var other = new ChannelFactory<IOther>(_binding, address).CreateChannel();
        Print("action", Error(() => other.Other()));
        Print("again", Error(() => other.Other()));
        ((IClientChannel)other).Close();
        ((IClientChannel)channel).Close();
    }

    private static void Steps(EndpointAddress address)
    {
        var channel = new ChannelFactory<ISteps>(_binding, address).CreateChannel();
        Print("first", channel.First());
        Print("last", channel.Last());
        Print("state", ((IClientChannel)channel).State);
        try
        {
            _ = channel.First();
        }
        catch (InvalidOperationException e)
        {
            Print("again", e.GetType().Name);
        }

        ((IClientChannel)channel).Close();
    }

    private static async Task ShapesAsync(EndpointAddress address)
    {
        var channel = new ChannelFactory<IShapes>(_binding, address).CreateChannel();
        var answer = channel.Ask(new() { User = "me", Text = "ha", Count = 3 });
        Print("ask", $"{answer.Text} {answer.Served!.Content!.Id} {answer.Served.Content.Name}");
        var bare = await channel.DoubleAsync(new() { Item = new() { Id = 21 } }).ConfigureAwait(false);
        Print("bare", bare.Item!.Id);
        var bought = channel.Buy(new() { Number = "4711", Lines = ["tea", "<milk>"], Sum = 1.5m }, 2);
        Print("buy", $"{bought.Number} {string.Join(',', bought.Lines!)} {bought.Sum}");
        Print("empty", channel.Buy(new(), 2).Lines?.Length ?? 0);
        Print("reverse", All(channel.Reverse(new MemoryStream("abc"u8.ToArray()))).Length);
        var stored = channel.Store(new() { Name = "file", Bytes = new MemoryStream("abc"u8.ToArray()) });
        Print("store", $"{stored.Name} {Encoding.UTF8.GetString(All(stored.Bytes!))}");
        var request = Message.CreateMessage(_binding.MessageVersion, "urn:shapes/echo", new Item { Id = 41 });
        request.Headers.Add(MessageHeader.CreateHeader("user", Space, "me"));
        var reply = channel.Echo(request);
        Print("echo", $"{reply.Headers.GetHeader<string>("back", Space)} {reply.GetBody<Item>().Id}");
        var any = channel.Any(Message.CreateMessage(_binding.MessageVersion, "urn:unheard-of", "text"));
        Print("any", any.GetBody<string>());
        ((IClientChannel)channel).Close();
    }

    private static void Add(MessageHeader header) => OperationContext.Current.OutgoingMessageHeaders.Add(header);

    private static void Print(string name, object? value) => Console.WriteLine($"{name}={value}");

    private static string Error(Action call)
    {
        try
        {
            call();
            return "none";
        }
        catch (FaultException e)
        {
            return $"{e.GetType().Name} {(e.Code.SubCode ?? e.Code).Name}";
        }
        catch (CommunicationException e)
        {
            Console.Error.WriteLine(e);
            return e.GetType().Name;
        }
    }

    private static byte[] All(Stream stream)
    {
        using var copy = new MemoryStream();
        stream.CopyTo(copy);
        return [.. copy.ToArray().AsEnumerable()];
    }
}
