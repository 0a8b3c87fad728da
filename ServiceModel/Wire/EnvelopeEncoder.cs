using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Writes the messages of one direction of one session as sized envelopes. The caller holds the connection's
/// output lock.</summary>
internal abstract class EnvelopeEncoder
{
    /// <summary>Gets the bytes set aside for what comes before the XML: what it usually takes.</summary>
    protected abstract int UsualHeaderBytes { get; }

    internal static EnvelopeEncoder Of(WireSettings settings) =>
        settings.IsBinary ? new SessionEncoder(settings) : new TextEncoder(settings);

    /// <summary>Appends one sized envelope. If the body's writer throws, nothing of the message remains.</summary>
    internal void Append(OutputBuffer output, in OutgoingMessage message)
    {
        var start = output.Count;
        output.Take(UsualHeaderBytes);
        try
        {
            Write(output, message);
        }
        catch
        {
            output.Truncate(start);
            Forget();
            throw;
        }

        Frame(output, start);
    }

    protected abstract void Write(OutputBuffer output, in OutgoingMessage message);

    /// <summary>Lets go of a writer that stopped in the middle.</summary>
    protected abstract void Forget();

    /// <summary>Gets the bytes of the envelope that go before the XML.</summary>
    protected virtual int PrefixBytes => 0;

    protected virtual void WritePrefix(Span<byte> target)
    {
    }

    // Both the size and what the XML needs first are known only after it.
    private void Frame(OutputBuffer output, int start)
    {
        var body = start + UsualHeaderBytes;
        var prefixBytes = PrefixBytes;
        var size = prefixBytes + output.Count - body;
        var header = 1 + VarInt.SizeOf(size) + prefixBytes;
        if (header != UsualHeaderBytes)
            output.MoveTail(body, start + header);
        var target = output.Bytes.AsSpan(start, header);
        target[0] = (byte)RecordKind.SizedEnvelope;
        WritePrefix(target[(1 + VarInt.Write(target[1..], size))..]);
    }
}
