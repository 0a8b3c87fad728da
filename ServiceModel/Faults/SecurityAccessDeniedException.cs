namespace System.ServiceModel.Security;

/// <summary>The caller is not permitted to call the service. Thrown over net.tcp and net.pipe when the process of the
/// service admits connections of its own user only; no operation has run, and a retry does not help.</summary>
public class SecurityAccessDeniedException : CommunicationException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public SecurityAccessDeniedException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public SecurityAccessDeniedException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public SecurityAccessDeniedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
