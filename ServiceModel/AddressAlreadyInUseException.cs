namespace System.ServiceModel;

/// <summary>Somebody else listens at the address.</summary>
public class AddressAlreadyInUseException : CommunicationException
{
    public AddressAlreadyInUseException()
    {
    }

    public AddressAlreadyInUseException(string message)
        : base(message)
    {
    }

    public AddressAlreadyInUseException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
