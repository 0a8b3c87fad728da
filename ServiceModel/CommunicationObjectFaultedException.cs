namespace System.ServiceModel;

/// <summary>The object failed earlier; abort it and make another.</summary>
public class CommunicationObjectFaultedException : CommunicationException
{
    public CommunicationObjectFaultedException()
    {
    }

    public CommunicationObjectFaultedException(string message)
        : base(message)
    {
    }

    public CommunicationObjectFaultedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
