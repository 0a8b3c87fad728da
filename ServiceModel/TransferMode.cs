namespace System.ServiceModel;

/// <summary>How a message travels: whole, in a session, or in chunks on a connection of its own. Either way it is in
/// memory as a whole, bounded by MaxReceivedMessageSize.</summary>
public enum TransferMode
{
    Buffered,
    Streamed,
    StreamedRequest,
    StreamedResponse,
}
