using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Makes a call of a request, or says why not.</summary>
internal static class CallDecoder
{
    /// <summary>Reads the body.</summary>
    /// <param name="engine">The endpoint.</param>
    /// <param name="message">The headers.</param>
    /// <param name="body">Stands on the body's first node.</param>
    /// <param name="target">Where the reply goes.</param>
    /// <param name="fault">What to tell the caller when there is no call; null when it was one-way.</param>
    /// <exception cref="XmlException">The XML is malformed.</exception>
    internal static DispatchCall? Decode(
        DispatchEngine engine,
        IncomingMessage message,
        XmlDictionaryReader body,
        IReplyTarget target,
        out Message? fault)
    {
        fault = null;
        if (engine.Find(message.Action) is not { } operation)
        {
            fault = FaultMapper.ActionNotSupported(message.Action, engine.Version);
            return null;
        }

        if (!operation.IsInspected && message.Others?.Find(h => h.MustUnderstand) is { } header)
        {
            fault = FaultMapper.MustUnderstand(header.Name, header.Namespace, engine.Version);
            return null;
        }

        if (message.To is { } to && !Fits(engine, to))
        {
            fault = FaultMapper.DestinationUnreachable(to, engine.Version);
            return null;
        }

        try
        {
            if (operation.IsInspected)
            {
                var request = Message.Of(message, body, engine.Settings.MessageBytesMax, engine.DefaultTo);
                return new(engine, operation, message, request, target);
            }

            var arguments = operation.Formatter.ReadRequest(body, message.IsBodyEmpty);
            return new(engine, operation, message, arguments, target);
        }
        catch (Exception e) when (e is not XmlException || ReaderQuota.WasExceeded(e))
        {
            // A data contract's own setters and callbacks throw what they like, and a serializer wraps the reader's
            // exceptions: a text that is no number looks like a broken record. Only a value that does not fit, or
            // exceeds a quota, is answered by a fault; a malformed message ends the session by an XmlException.
            CheckWellFormed(message, body);
            fault = operation.Operation.IsOneWay
                ? null : FaultMapper.DeserializationFailed(e.Message, engine.Version);
            return null;
        }
    }

    // What exceeds a quota is read no further, and the session's dictionary stands before the message.
    private static void CheckWellFormed(IncomingMessage message, XmlDictionaryReader body)
    {
        try
        {
            message.CheckWellFormed(body);
        }
        catch (XmlException e) when (ReaderQuota.WasExceeded(e))
        {
            // The caller is told of the first error.
        }
    }

    // The host's name is not compared: a machine has several.
    private static bool Fits(DispatchEngine engine, string to)
    {
        if (engine.AddressFilterMode == AddressFilterMode.Any || engine.Address is not { } address)
            return true;
        if (to == engine.LastFittingTo)
            return true;
        if (!Uri.TryCreate(to, UriKind.Absolute, out var uri))
            return false;
        var path = uri.AbsolutePath.TrimEnd('/');
        var own = address.AbsolutePath.TrimEnd('/');
        var fits = engine.AddressFilterMode == AddressFilterMode.Prefix
            ? path.StartsWith(own, StringComparison.OrdinalIgnoreCase)
            : path.Equals(own, StringComparison.OrdinalIgnoreCase);
        if (fits)
            engine.LastFittingTo = to;
        return fits;
    }
}
