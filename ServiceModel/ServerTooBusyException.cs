namespace System.ServiceModel;

/// <summary>The service is over its limits; a later try may succeed.</summary>
public class ServerTooBusyException : CommunicationException
{
    public ServerTooBusyException()
    {
    }

    public ServerTooBusyException(string message)
        : base(message)
    {
    }

    public ServerTooBusyException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
