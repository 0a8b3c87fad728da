using System.Text;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Represents what a client says before its first message. A plain parser: bytes in, step out.</summary>
internal sealed class Preamble
{
    internal const int FaultBytesMax = 256;
    private const int ViaBytesMax = 2048;
    private const int ContentTypeBytesMax = 256;
    private const byte Singleton = 1;
    private const byte Duplex = 2;
    private const byte BinarySession = 8;
    private const byte Binary = 7;
    private const byte Soap11Utf8 = 0;
    private const byte Soap12Utf8 = 3;

    private static readonly UTF8Encoding Utf8 = new(false, throwOnInvalidBytes: true);

    private RecordKind _expected = RecordKind.Version;

    /// <summary>Gets the address the client called, once read.</summary>
    internal Uri? Via { get; private set; }

    /// <summary>Gets what the messages are written in; a known encoding by the name of its content type.</summary>
    internal string ContentType { get; private set; } = "";

    /// <summary>Gets whether the client sends a message of its own, not a session.</summary>
    internal bool IsSingleton { get; private set; }

    /// <summary>Gets the fault to send when <see cref="Step"/> answered <see cref="PreambleStep.Refuse"/>;
    /// null for none.</summary>
    internal string? Fault { get; private set; }

    /// <summary>Writes a client's whole preamble.</summary>
    internal static void Write(OutputBuffer output, string via, WireSettings settings)
    {
        var mode = settings.IsStreamed ? Singleton : Duplex;
        output.Write([(byte)RecordKind.Version, 1, 0, (byte)RecordKind.Mode, mode, (byte)RecordKind.Via]);
        WriteText(output, via);
        var contentType = settings.FramedContentType;
        if (KnownEncodingOf(contentType) is { } known)
        {
            output.Write([(byte)RecordKind.KnownEncoding, known]);
        }
        else
        {
            output.WriteByte((byte)RecordKind.ExtensibleEncoding);
            WriteText(output, contentType);
        }

        output.WriteByte((byte)RecordKind.PreambleEnd);
    }

    internal static void WriteFault(OutputBuffer output, string fault)
    {
        output.WriteByte((byte)RecordKind.Fault);
        WriteText(output, fault);
    }

    /// <summary>Reads as far as the input goes.</summary>
    /// <param name="input">All bytes not yet consumed.</param>
    /// <param name="consumed">The bytes this call used up.</param>
    internal PreambleStep Step(ReadOnlySpan<byte> input, out int consumed)
    {
        consumed = 0;
        while (consumed < input.Length)
        {
            var rest = input[consumed..];
            var kind = (RecordKind)rest[0];
            if (!IsExpected(kind))
                return Refuse(kind == RecordKind.UpgradeRequest ? FramingFaults.UpgradeInvalid : null);
            if (kind == RecordKind.PreambleEnd)
            {
                consumed++;
                return PreambleStep.Done;
            }

            var step = StepRecord(kind, rest[1..], out var used);
            if (step != PreambleStep.More || used == 0)
                return step;
            consumed += 1 + used;
        }

        return PreambleStep.More;
    }

    private PreambleStep StepRecord(RecordKind kind, ReadOnlySpan<byte> rest, out int used)
    {
        used = 0;
        switch (kind)
        {
            case RecordKind.Version:
                if (rest.Length > 0 && rest[0] != 1)
                    return Refuse(FramingFaults.UnsupportedVersion);
                if (rest.Length < 2)
                    return PreambleStep.More;
                used = 2;
                _expected = RecordKind.Mode;
                return rest[1] == 0 ? PreambleStep.More : Refuse(FramingFaults.UnsupportedVersion);
            case RecordKind.Mode:
                if (rest.Length < 1)
                    return PreambleStep.More;
                used = 1;
                _expected = RecordKind.Via;
                IsSingleton = rest[0] == Singleton;
                return rest[0] is Duplex or Singleton ? PreambleStep.More : Refuse(FramingFaults.UnsupportedMode);
            case RecordKind.Via:
                return StepVia(rest, out used);
            case RecordKind.KnownEncoding:
                if (rest.Length < 1)
                    return PreambleStep.More;
                used = 1;
                _expected = RecordKind.PreambleEnd;
                ContentType = ContentTypeOf(rest[0]) ?? "";
                return ContentType.Length > 0 ? PreambleStep.More : Refuse(FramingFaults.ContentTypeInvalid);
            default:
                return StepExtensible(rest, out used);
        }
    }

    private PreambleStep StepVia(ReadOnlySpan<byte> rest, out int used)
    {
        used = 0;
        if (!VarInt.TryRead(rest, out var length, out var size))
            return PreambleStep.More;
        if (length > ViaBytesMax)
            return Refuse(FramingFaults.ViaTooLong);
        if (rest.Length < size + length)
            return PreambleStep.More;
        if (!Uri.TryCreate(ReadText(rest.Slice(size, length)), UriKind.Absolute, out var via))
            return Refuse(null);
        Via = via;
        used = size + length;
        _expected = RecordKind.KnownEncoding;
        return PreambleStep.More;
    }

    private PreambleStep StepExtensible(ReadOnlySpan<byte> rest, out int used)
    {
        used = 0;
        if (!VarInt.TryRead(rest, out var length, out var size))
            return PreambleStep.More;
        if (length > ContentTypeBytesMax)
            return Refuse(FramingFaults.ContentTypeTooLong);
        if (rest.Length < size + length)
            return PreambleStep.More;
        ContentType = ReadText(rest.Slice(size, length)) ?? "";
        used = size + length;
        _expected = RecordKind.PreambleEnd;
        return ContentType.Length > 0 ? PreambleStep.More : Refuse(FramingFaults.ContentTypeInvalid);
    }

    private static string? ContentTypeOf(byte known) => known switch
    {
        Soap11Utf8 => "text/xml; charset=utf-8",
        Soap12Utf8 => "application/soap+xml; charset=utf-8",
        Binary => "application/soap+msbin1",
        BinarySession => "application/soap+msbinsession1",
        _ => null,
    };

    private static byte? KnownEncodingOf(string contentType)
    {
        foreach (var known in (ReadOnlySpan<byte>)[BinarySession, Binary, Soap12Utf8, Soap11Utf8])
        {
            if (contentType == ContentTypeOf(known))
                return known;
        }

        return null;
    }

    /// <returns>Null for what is no UTF-8.</returns>
    private static string? ReadText(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return Utf8.GetString(bytes);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    private bool IsExpected(RecordKind kind) =>
        kind == _expected || (kind == RecordKind.ExtensibleEncoding && _expected == RecordKind.KnownEncoding);

    private PreambleStep Refuse(string? fault)
    {
        Fault = fault;
        return PreambleStep.Refuse;
    }

    private static void WriteText(OutputBuffer output, string text)
    {
        var length = Utf8.GetByteCount(text);
        Span<byte> size = stackalloc byte[VarInt.BytesMax];
        output.Write(size[..VarInt.Write(size, length)]);
        Utf8.GetBytes(text, output.Take(length));
    }
}

/// <summary>Specifies what became of a preamble's bytes.</summary>
internal enum PreambleStep
{
    More,
    Done,
    Refuse,
}
