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

/// <summary>The object was aborted while, or before, it was used.</summary>
public class CommunicationObjectAbortedException : CommunicationException
{
    public CommunicationObjectAbortedException()
    {
    }

    public CommunicationObjectAbortedException(string message)
        : base(message)
    {
    }

    public CommunicationObjectAbortedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

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

/// <summary>The other side broke the protocol.</summary>
public class ProtocolException : CommunicationException
{
    public ProtocolException()
    {
    }

    public ProtocolException(string message)
        : base(message)
    {
    }

    public ProtocolException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>A message is larger, deeper or longer than its quota.</summary>
public class QuotaExceededException : SystemException
{
    public QuotaExceededException()
    {
    }

    public QuotaExceededException(string message)
        : base(message)
    {
    }

    public QuotaExceededException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

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
