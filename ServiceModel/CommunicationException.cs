namespace System.ServiceModel;

/// <summary>The root of what can go wrong between client and service.</summary>
public class CommunicationException : SystemException
{
    public CommunicationException()
    {
    }

    public CommunicationException(string message)
        : base(message)
    {
    }

    public CommunicationException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
