using System.IO;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Writes and reads messages that stand alone, as http has them: text, or binary XML.</summary>
internal static class PlainCodec
{
    internal static string ContentType(WireSettings settings, string action)
    {
        if (settings.IsBinary)
            return "application/soap+msbin1";
        var charset = settings.TextEncoding.WebName;
        if (settings.Version.Envelope == EnvelopeVersion.Soap11)
            return $"text/xml; charset={charset}";
        return settings.Version.HasAddressing && action.Length > 0
            ? $"application/soap+xml; charset={charset}; action=\"{action}\""
            : $"application/soap+xml; charset={charset}";
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
