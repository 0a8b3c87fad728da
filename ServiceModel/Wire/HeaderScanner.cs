using System.Collections.Generic;
using System.Text;
using System.Text.Unicode;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Reads the headers of a session's messages straight from their records, if they are the usual ones in
/// the usual form. Everything else is left to the XML reader, which also finds what is wrong with it.</summary>
internal sealed class HeaderScanner(EnvelopeRecords records, List<string> strings)
{
    private const int GuidBytes = 16;

    private byte[] _toText = [];
    private string? _to;

    /// <summary>Reads from the envelope's start to the body's first node, which must be an element without prefix:
    /// neither a fault nor an empty body.</summary>
    internal bool TryScan(ReadOnlySpan<byte> envelope, IncomingMessage message, out int bodyAt)
    {
        bodyAt = 0;
        var rest = envelope;
        if (!TryTake(ref rest, records.BeforeHeaders))
            return false;
        string? action = null;
        string? to = null;
        var messageId = default(MessageName);
        var relatesTo = default(MessageName);
        while (!TryTake(ref rest, records.AfterHeaders))
        {
            if (TryTake(ref rest, records.Action))
            {
                if (!TryText(ref rest, out action, isTo: false))
                    return false;
            }
            else if (TryTake(ref rest, records.To))
            {
                if (!TryText(ref rest, out to, isTo: true))
                    return false;
            }
            else if (TryTake(ref rest, records.MessageId))
            {
                if (!TryGuid(ref rest, out messageId))
                    return false;
            }
            else if (TryTake(ref rest, records.RelatesTo))
            {
                if (!TryGuid(ref rest, out relatesTo))
                    return false;
            }
            else if (!TryTake(ref rest, records.ReplyToAnonymous))
            {
                return false;
            }
        }

        if (rest is not [EnvelopeRecords.ShortElement or EnvelopeRecords.ShortDictionaryElement, ..])
            return false;
        bodyAt = envelope.Length - rest.Length;
        message.Set(action, messageId, relatesTo, to);
        return true;
    }

    private static bool TryTake(ref ReadOnlySpan<byte> rest, byte[] expected)
    {
        if (!rest.StartsWith(expected))
            return false;
        rest = rest[expected.Length..];
        return true;
    }

    private static bool TryGuid(ref ReadOnlySpan<byte> rest, out MessageName name)
    {
        name = default;
        if (rest.Length < GuidBytes)
            return false;
        name = new(new Guid(rest[..GuidBytes]));
        rest = rest[GuidBytes..];
        return true;
    }

    private bool TryText(ref ReadOnlySpan<byte> rest, out string? text, bool isTo)
    {
        text = null;
        if (rest.Length < 2)
            return false;
        var kind = rest[0];
        if (kind == EnvelopeRecords.DictionaryTextThenEnd)
        {
            if (!VarInt.TryRead(rest[1..], out var id, out var used))
                return false;
            rest = rest[(1 + used)..];
            return TryFind(id, out text);
        }

        if (kind != EnvelopeRecords.Chars8TextThenEnd || rest.Length < 2 + rest[1])
            return false;
        var bytes = rest.Slice(2, rest[1]);
        rest = rest[(2 + bytes.Length)..];
        if (!isTo || !bytes.SequenceEqual(_toText))
            return TryDecode(bytes, out text, isTo);
        text = _to;
        return true;
    }

    private bool TryDecode(ReadOnlySpan<byte> bytes, out string? text, bool isTo)
    {
        text = null;
        if (!Utf8.IsValid(bytes))
            return false;
        text = Encoding.UTF8.GetString(bytes);
        if (isTo)
            (_toText, _to) = (bytes.ToArray(), text);
        return true;
    }

    private bool TryFind(int id, out string? text)
    {
        text = null;
        if (id % 2 == 0)
        {
            if (Names.Dictionary.TryLookup(id / 2, out var known))
                text = known.Value;
        }
        else if (id / 2 < strings.Count)
        {
            text = strings[id / 2];
        }

        return text is not null;
    }
}
