using System.Net.Http.Headers;
using System.ServiceModel;
using System.Text;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>A request's content type, once understood.</summary>
/// <param name="Text">As the client sent it.</param>
/// <param name="Encoding">That of text; null for UTF-8.</param>
/// <param name="Action">The action it names, which SOAP 1.1 has in a header of its own; null for none.</param>
internal sealed record HttpContentType(string Text, Encoding? Encoding, string? Action)
{
    /// <summary>Reads a content type; null when it is not the binding's.</summary>
    internal static HttpContentType? Parse(string? text, WireSettings settings)
    {
        if (!MediaTypeHeaderValue.TryParse(text, out var type)
            || !string.Equals(type.MediaType, PlainCodec.MediaType(settings), StringComparison.OrdinalIgnoreCase)
            || !TryEncoding(type.CharSet, out var encoding))
        {
            return null;
        }

        return new(text!, encoding, settings.Version.Envelope == EnvelopeVersion.Soap11 ? null : ActionOf(type));
    }

    /// <summary>Finds the encoding of a charset; null for UTF-8.</summary>
    internal static bool TryEncoding(string? charset, out Encoding? encoding)
    {
        encoding = null;
        switch (charset?.Trim('"').ToUpperInvariant())
        {
            case null or "UTF-8":
                return true;
            case "UTF-16" or "UTF-16LE":
                encoding = Encoding.Unicode;
                return true;
            case "UTF-16BE":
                encoding = Encoding.BigEndianUnicode;
                return true;
            default:
                return false;
        }
    }

    private static string? ActionOf(MediaTypeHeaderValue type)
    {
        foreach (var parameter in type.Parameters)
        {
            if (string.Equals(parameter.Name, "action", StringComparison.OrdinalIgnoreCase))
                return parameter.Value?.Trim('"');
        }

        return null;
    }
}
