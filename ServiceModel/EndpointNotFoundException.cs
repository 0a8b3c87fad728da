namespace System.ServiceModel;

/// <summary>Nobody listens at the address, or nobody there knows the path.</summary>
public class EndpointNotFoundException : CommunicationException
{
    public EndpointNotFoundException()
    {
    }

    public EndpointNotFoundException(string message)
        : base(message)
    {
    }

    public EndpointNotFoundException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
