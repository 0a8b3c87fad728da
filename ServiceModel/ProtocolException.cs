namespace System.ServiceModel;

/// <summary>The other side broke the protocol.</summary>
public class ProtocolException : CommunicationException
{
    public ProtocolException()
    {
    }

    public ProtocolException(string message)
        : base(message)
    {
    }

    public ProtocolException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
