namespace System.ServiceModel.Channels;

/// <summary>The versions of SOAP and WS-Addressing a message is written in.</summary>
public sealed class MessageVersion
{
    private MessageVersion(EnvelopeVersion envelope, AddressingVersion addressing)
    {
        Envelope = envelope;
        Addressing = addressing;
    }

    /// <summary>Gets SOAP 1.1 without WS-Addressing, as basic http services have it.</summary>
    public static MessageVersion Soap11 { get; } = new(EnvelopeVersion.Soap11, AddressingVersion.None);

    /// <summary>Gets SOAP 1.2 without WS-Addressing.</summary>
    public static MessageVersion Soap12 { get; } = new(EnvelopeVersion.Soap12, AddressingVersion.None);

    /// <summary>Gets SOAP 1.1 with WS-Addressing 1.0.</summary>
    public static MessageVersion Soap11WSAddressing10 { get; } =
        new(EnvelopeVersion.Soap11, AddressingVersion.WSAddressing10);

    /// <summary>Gets SOAP 1.2 with WS-Addressing 1.0, which binary messages always have.</summary>
    public static MessageVersion Soap12WSAddressing10 { get; } =
        new(EnvelopeVersion.Soap12, AddressingVersion.WSAddressing10);

    /// <summary>Gets <see cref="Soap12WSAddressing10"/>.</summary>
    public static MessageVersion Default => Soap12WSAddressing10;

    /// <summary>Gets the version of SOAP.</summary>
    public EnvelopeVersion Envelope { get; }

    /// <summary>Gets the version of WS-Addressing, or <see cref="AddressingVersion.None"/>.</summary>
    public AddressingVersion Addressing { get; }

    internal bool HasAddressing => Addressing != AddressingVersion.None;

    /// <summary>Gets the version of an envelope with WS-Addressing 1.0.</summary>
    /// <param name="envelopeVersion">Not null.</param>
    public static MessageVersion CreateVersion(EnvelopeVersion envelopeVersion) =>
        CreateVersion(envelopeVersion, AddressingVersion.WSAddressing10);

    /// <summary>Gets the version of an envelope with or without WS-Addressing.</summary>
    /// <param name="envelopeVersion">Not null.</param>
    /// <param name="addressingVersion">Not null.</param>
    /// <returns>One of the four versions of this class: they can be compared by reference.</returns>
    public static MessageVersion CreateVersion(EnvelopeVersion envelopeVersion, AddressingVersion addressingVersion)
    {
        ArgumentNullException.ThrowIfNull(envelopeVersion);
        ArgumentNullException.ThrowIfNull(addressingVersion);
        if (envelopeVersion == EnvelopeVersion.Soap11)
            return addressingVersion == AddressingVersion.None ? Soap11 : Soap11WSAddressing10;
        return addressingVersion == AddressingVersion.None ? Soap12 : Soap12WSAddressing10;
    }

    /// <summary>Gets the names and namespaces of both versions.</summary>
    public override string ToString() => $"{Envelope} {Addressing}";
}
