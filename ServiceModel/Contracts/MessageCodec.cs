using System.ServiceModel.Channels;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Passes messages on as they are: for operations that take or return a <see cref="Message"/>.</summary>
/// <param name="operation">Its name.</param>
/// <param name="index">The place among the arguments; negative for the result.</param>
internal sealed class MessageCodec(string operation, int index) : BodyCodec
{
    /// <summary>The action of an operation that takes, or of a reply that has, any.</summary>
    internal const string AnyAction = "*";

    internal override bool NeedsMessage => true;

    public override void WriteBody(
        XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments) =>
        throw new InvalidOperationException($"The message of {operation} is written by itself.");

    internal override object? Read(XmlDictionaryReader reader, bool isBodyEmpty, object?[] arguments) =>
        throw new InvalidOperationException($"The message of {operation} is read by its operation.");

    internal override object? Read(Message message, object?[] arguments)
    {
        if (index < 0)
            return message;
        arguments[index] = message;
        return null;
    }

    /// <exception cref="InvalidOperationException">The message cannot be sent as one of the operation.</exception>
    internal override OutgoingMessage Fill(OutgoingMessage draft, MessageVersion version)
    {
        var message = (index < 0 ? draft.Result : draft.Arguments[index]) as Message
            ?? throw new InvalidOperationException($"The operation {operation} has no message to send.");
        if (message.Version != version)
        {
            throw new InvalidOperationException(
                $"The message of {operation} is one of {message.Version}; the binding's are of {version}.");
        }

        var action = message.Headers.Action;
        var fits = draft.Action.Value == AnyAction
            ? action is not null : action is null || action == draft.Action.Value;
        if (!fits)
        {
            throw new InvalidOperationException(
                $"The message of {operation} has the action '{action}', the contract says '{draft.Action.Value}'.");
        }

        return message.AsSent(draft);
    }
}
