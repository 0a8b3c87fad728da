namespace System.ServiceModel;

/// <summary>The other side ended the session.</summary>
public class ChannelTerminatedException : CommunicationException
{
    public ChannelTerminatedException()
    {
    }

    public ChannelTerminatedException(string message)
        : base(message)
    {
    }

    public ChannelTerminatedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
