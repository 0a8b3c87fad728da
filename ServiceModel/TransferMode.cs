namespace System.ServiceModel;

/// <summary>Only <see cref="Buffered"/> can be opened here; the others exist so that asking for them fails
/// clearly.</summary>
public enum TransferMode
{
    Buffered,
    Streamed,
    StreamedRequest,
    StreamedResponse,
}
