namespace System.ServiceModel;

/// <summary>Only <see cref="None"/> can be opened here; the others exist so that asking for them fails
/// clearly.</summary>
public enum SecurityMode
{
    None,
    Transport,
    Message,
    TransportWithMessageCredential,
}
