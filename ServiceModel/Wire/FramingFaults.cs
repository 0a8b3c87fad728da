using System.ServiceModel;
using System.ServiceModel.Security;
using System.Text;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>The faults of the framing layer and the exceptions a client makes of them.</summary>
internal static class FramingFaults
{
    internal const string UnsupportedVersion = Names.FramingFault + "UnsupportedVersion";
    internal const string UnsupportedMode = Names.FramingFault + "UnsupportedMode";
    internal const string ViaTooLong = Names.FramingFault + "ViaTooLong";
    internal const string ContentTypeTooLong = Names.FramingFault + "ContentTypeTooLong";
    internal const string ContentTypeInvalid = Names.FramingFault + "ContentTypeInvalid";
    internal const string UpgradeInvalid = Names.FramingFault + "UpgradeInvalid";
    internal const string EndpointNotFound = Names.FramingFault + "EndpointNotFound";
    internal const string MaxMessageSizeExceeded = Names.FramingFault + "MaxMessageSizeExceededFault";
    internal const string ServerTooBusy = Names.FramingFault + "ServerTooBusy";
    internal const string NotAdmitted = "urn:sfperf:framing:user-not-admitted";
    internal const string ConnectionDispatchFailed = Names.FramingFault + "ConnectionDispatchFailed";

    /// <summary>Reads a fault record behind its first byte; null while it is not all there.</summary>
    /// <exception cref="ProtocolException">It is longer than a fault may be.</exception>
    internal static CommunicationException? Read(ReadOnlySpan<byte> input, string via)
    {
        if (!VarInt.TryRead(input, out var size, out var used))
            return null;
        if (size > Preamble.FaultBytesMax)
            throw new ProtocolException("The other side's fault is longer than 256 bytes.");
        return size > input.Length - used ? null : ToException(Encoding.UTF8.GetString(input.Slice(used, size)), via);
    }

    private static CommunicationException ToException(string fault, string via) => fault switch
    {
        EndpointNotFound => new EndpointNotFoundException($"No endpoint listens at '{via}'."),
        ServerTooBusy or ConnectionDispatchFailed => new ServerTooBusyException($"The server of '{via}' is too busy."),
        NotAdmitted => new SecurityAccessDeniedException(
            $"The server of '{via}' does not admit this user: another one started it."),
        MaxMessageSizeExceeded => new CommunicationException(
            "The other side closed the session: the message is larger than its MaxReceivedMessageSize.",
            new QuotaExceededException("The message is larger than the other side's MaxReceivedMessageSize.")),
        ContentTypeInvalid => new ProtocolException($"The server of '{via}' does not take the binding's encoding."),
        UpgradeInvalid or UnsupportedMode or UnsupportedVersion => new ProtocolException(
            $"The server of '{via}' does not take the binding's framing: {fault}."),
        _ => new ProtocolException($"The other side ended the connection with the unknown fault '{fault}'."),
    };
}
