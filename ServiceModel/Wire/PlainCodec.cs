using System.IO;
using System.ServiceModel;
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
        var namesAction = settings is { IsBinary: false, Version.HasAddressing: true }
            && settings.Version.Envelope != EnvelopeVersion.Soap11 && action.Length > 0;
        return namesAction ? $"{settings.ContentType}; action=\"{action}\"" : settings.ContentType;
    }

    /// <summary>Makes the content type of messages that name no action there.</summary>
    internal static string MakeContentType(WireSettings settings) => settings.IsBinary
        ? MediaType(settings) : $"{MediaType(settings)}; charset={settings.TextEncoding.WebName}";

    internal static string MediaType(WireSettings settings) => settings.IsBinary ? "application/soap+msbin1"
        : settings.Version.Envelope == EnvelopeVersion.Soap11
            ? "text/xml" : "application/soap+xml";

    internal static void Write(OutputBuffer output, in OutgoingMessage message, WireSettings settings)
    {
        var writer = settings.Writers.Take();
        writer.Write(output, message);
        settings.Writers.Return(writer);
    }

    /// <summary>Reads a whole body; null when it is longer than a message may be.</summary>
    internal static async Task<OutputBuffer?> ReadAllAsync(Stream stream, int bytesMax, CancellationToken token)
    {
        const int Piece = 8192;
        var buffer = new OutputBuffer();
        while (true)
        {
            var at = buffer.Count;
            buffer.Take(Piece);
            var count = await stream.ReadAsync(buffer.Bytes.AsMemory(at, Piece), token).ConfigureAwait(false);
            buffer.Truncate(at + count);
            if (count == 0)
                return buffer;
            if (buffer.Count <= bytesMax)
                continue;
            buffer.Release();
            return null;
        }
    }
}
