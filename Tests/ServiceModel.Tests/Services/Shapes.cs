using System;
using System.IO;
using System.Linq;
using System.ServiceModel.Channels;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class Shapes : IShapes
{
    public Answer Ask(Question question) => new()
    {
        Served = new(new() { Id = question.Count, Name = question.User }),
        Text = string.Concat(Enumerable.Repeat(question.Text, question.Count)),
    };

    public async Task<Bare> DoubleAsync(Bare bare)
    {
        await Task.Yield();
        return new() { Item = bare.Item is { } item ? new() { Id = 2 * item.Id, Name = item.Name } : null };
    }

    public Purchase Buy(Purchase purchase, int count) => new()
    {
        Number = purchase.Number,
        Lines = [.. (purchase.Lines ?? []).Select(l => $"{count} {l}")],
        Sum = count * purchase.Sum,
    };

    public Stream Reverse(Stream bytes)
    {
        using var copy = new MemoryStream();
        bytes.CopyTo(copy);
        var reversed = copy.ToArray();
        Array.Reverse(reversed);
        return new MemoryStream(reversed);
    }

    public Upload Store(Upload upload) => new() { Name = upload.Name + "!", Bytes = Reverse(upload.Bytes!) };

    public Message Echo(Message message)
    {
        var user = message.Headers.FindHeader("user", "urn:headers");
        var reply = Message.CreateMessage(
            message.Version, null, new Item { Id = message.GetBody<Item>().Id + 1 });
        if (user >= 0)
        {
            var text = message.Headers.GetHeader<string>(user);
            reply.Headers.Add(MessageHeader.CreateHeader("back", "urn:headers", text));
        }

        return reply;
    }

    public Message Any(Message message) => Message.CreateMessage(
        message.Version, message.Headers.Action + "/answer", $"{message.Headers.Action}: {message.GetBody<string>()}");
}
