namespace System.ServiceModel.Security;

/// <summary>The caller may not do that.</summary>
public class SecurityAccessDeniedException : CommunicationException
{
    public SecurityAccessDeniedException()
    {
    }

    public SecurityAccessDeniedException(string message)
        : base(message)
    {
    }

    public SecurityAccessDeniedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
