using System.IO;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Writes and reads messages that stand alone, as http has them: text, or binary XML.</summary>
internal static class PlainCodec
{
    /// <summary>Gets a message's content type.</summary>
    internal static string ContentType(WireSettings settings, string action)
    {
        var namesAction = !settings.IsBinary
            && settings.Version.Envelope != EnvelopeVersion.Soap11 && action.Length > 0;
        return namesAction ? $"{settings.ContentType}; action=\"{ToHeader(action)}\"" : settings.ContentType;
    }

    /// <summary>Makes the content type of messages that name no action there.</summary>
    internal static string MakeContentType(WireSettings settings) => settings.IsBinary
        ? MediaType(settings) : $"{MediaType(settings)}; charset={CharsetOf(settings)}";

    // Over http Microsoft's stack names the order of the bytes.
    private static string CharsetOf(WireSettings settings) => settings.TextEncoding.WebName is var name
        && name == "utf-16" && settings.Transport is HttpTransportBindingElement ? "utf-16LE" : name;

    /// <summary>Writes an action as an http header may carry it.</summary>
    internal static string ToHeader(string action)
    {
        if (Ascii.IsValid(action) && !action.Contains(' ', StringComparison.Ordinal))
            return action;
        var text = new StringBuilder();
        foreach (var part in Encoding.UTF8.GetBytes(action))
            text.Append(part is > 0x20 and < 0x7F ? ((char)part).ToString() : $"%{part:X2}");
        return text.ToString();
    }

    internal static string MediaType(WireSettings settings) => settings.IsBinary ? "application/soap+msbin1"
        : settings.Version.Envelope == EnvelopeVersion.Soap11
            ? "text/xml" : "application/soap+xml";

    internal static void Write(OutputBuffer output, in OutgoingMessage message, WireSettings settings)
    {
        var writer = settings.Writers.Take();
        writer.Write(output, message);
        settings.Writers.Return(writer);
    }

    /// <summary>Writes a message to a stream of http. A long one goes in pieces through an array of the pool: a socket
    /// keeps the array of its last send, and a server's connection copies what it is given at once.</summary>
    internal static async Task SendAsync(Stream stream, OutputBuffer message, CancellationToken token)
    {
        const int Piece = 64 * 1024;
        if (!ByteArrays.IsLong(message.Bytes))
        {
            await stream.WriteAsync(message.Written, token).ConfigureAwait(false);
            return;
        }

        var piece = ByteArrays.Rent(Piece);
        for (var at = 0; at < message.Count; at += Piece)
        {
            var count = Math.Min(Piece, message.Count - at);
            message.Written.Slice(at, count).CopyTo(piece);
            await stream.WriteAsync(piece.AsMemory(0, count), token).ConfigureAwait(false);
        }

        ByteArrays.Return(piece);
    }

    /// <summary>Reads a whole body; null when it is longer than a message may be.</summary>
    internal static async Task<OutputBuffer?> ReadAllAsync(Stream stream, int bytesMax, CancellationToken token)
    {
        const int Piece = 8192;
        var buffer = new OutputBuffer();
        // A socket keeps the array of its last receive: that is never the message's.
        var piece = ByteArrays.Rent(Piece);
        while (buffer.Count <= bytesMax
            && await stream.ReadAsync(piece.AsMemory(0, Piece), token).ConfigureAwait(false) is var count and > 0)
        {
            buffer.Write(piece.AsSpan(0, count));
        }

        ByteArrays.Return(piece);
        if (buffer.Count <= bytesMax)
            return buffer;
        buffer.Release();
        return null;
    }
}
