namespace System.ServiceModel;

/// <summary>The process may not listen at the address.</summary>
public class AddressAccessDeniedException : CommunicationException
{
    public AddressAccessDeniedException()
    {
    }

    public AddressAccessDeniedException(string message)
        : base(message)
    {
    }

    public AddressAccessDeniedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
