namespace System.ServiceModel;

/// <summary>The service has no operation for the action.</summary>
public class ActionNotSupportedException : CommunicationException
{
    public ActionNotSupportedException()
    {
    }

    public ActionNotSupportedException(string message)
        : base(message)
    {
    }

    public ActionNotSupportedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
