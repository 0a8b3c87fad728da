namespace System.ServiceModel.Channels;

/// <summary>The versions of SOAP and WS-Addressing a message is written in.</summary>
public sealed class MessageVersion
{
    private MessageVersion(EnvelopeVersion envelope, AddressingVersion addressing)
    {
        Envelope = envelope;
        Addressing = addressing;
    }

    public static MessageVersion Soap11 { get; } = new(EnvelopeVersion.Soap11, AddressingVersion.None);

    public static MessageVersion Soap12 { get; } = new(EnvelopeVersion.Soap12, AddressingVersion.None);

    public static MessageVersion Soap11WSAddressing10 { get; } =
        new(EnvelopeVersion.Soap11, AddressingVersion.WSAddressing10);

    public static MessageVersion Soap12WSAddressing10 { get; } =
        new(EnvelopeVersion.Soap12, AddressingVersion.WSAddressing10);

    public static MessageVersion Default => Soap12WSAddressing10;

    public EnvelopeVersion Envelope { get; }

    public AddressingVersion Addressing { get; }

    internal bool HasAddressing => Addressing != AddressingVersion.None;

    public static MessageVersion CreateVersion(EnvelopeVersion envelopeVersion) =>
        CreateVersion(envelopeVersion, AddressingVersion.WSAddressing10);

    public static MessageVersion CreateVersion(EnvelopeVersion envelopeVersion, AddressingVersion addressingVersion)
    {
        ArgumentNullException.ThrowIfNull(envelopeVersion);
        ArgumentNullException.ThrowIfNull(addressingVersion);
        if (envelopeVersion == EnvelopeVersion.Soap11)
            return addressingVersion == AddressingVersion.None ? Soap11 : Soap11WSAddressing10;
        return addressingVersion == AddressingVersion.None ? Soap12 : Soap12WSAddressing10;
    }

    public override string ToString() => $"{Envelope} {Addressing}";
}
