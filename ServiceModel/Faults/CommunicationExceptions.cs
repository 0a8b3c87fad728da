namespace System.ServiceModel;

/// <summary>The base class of communication errors. It is thrown itself when a connection breaks, is cut, or ends
/// before a reply.</summary>
/// <remarks>Whether the operation has run is not known: retry only what may run twice. A channel over a session is
/// Faulted then, so abort it and create another. If the inner exception is a <see cref="QuotaExceededException"/>, a
/// retry does not help. Unlike in WCF, the exceptions of this library are not serializable.</remarks>
public class CommunicationException : SystemException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public CommunicationException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public CommunicationException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public CommunicationException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>The service has no operation for the action, or the call came out of the order of its session. The
/// operation has not run; a retry does not help.</summary>
/// <remarks>After an unknown action the session goes on; after a call out of order the service ends it.</remarks>
public class ActionNotSupportedException : CommunicationException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public ActionNotSupportedException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public ActionNotSupportedException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public ActionNotSupportedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>The process may not listen at the address, as the operating system says.</summary>
/// <remarks>Thrown while a host opens.</remarks>
public class AddressAccessDeniedException : CommunicationException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public AddressAccessDeniedException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public AddressAccessDeniedException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public AddressAccessDeniedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>Another listener has the address, perhaps one of another host in this process.</summary>
/// <remarks>Thrown while a host opens. A new host may be opened when the address has become free.</remarks>
public class AddressAlreadyInUseException : CommunicationException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public AddressAlreadyInUseException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public AddressAlreadyInUseException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public AddressAlreadyInUseException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>The other side ended the session, and said so by the fault SessionTerminated.</summary>
/// <remarks>Services of this library do not send that fault: a session that they end in order makes the channel Closed,
/// and later calls get <see cref="ProtocolException"/>.</remarks>
public class ChannelTerminatedException : CommunicationException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public ChannelTerminatedException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public ChannelTerminatedException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public ChannelTerminatedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>The object was aborted while, or before, it was used. A call that was under way may have run.</summary>
public class CommunicationObjectAbortedException : CommunicationException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public CommunicationObjectAbortedException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public CommunicationObjectAbortedException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public CommunicationObjectAbortedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>The object failed earlier; abort it and create another. If a call threw this, it was not sent.</summary>
public class CommunicationObjectFaultedException : CommunicationException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public CommunicationObjectFaultedException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public CommunicationObjectFaultedException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public CommunicationObjectFaultedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>No listener has the address, or the listener has no endpoint at the path. The operation has not run: a
/// retry is safe, and may succeed once the service is up.</summary>
/// <remarks>A channel whose opening failed so is Faulted; retry by another one. Over http the channel stays
/// usable.</remarks>
public class EndpointNotFoundException : CommunicationException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public EndpointNotFoundException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public EndpointNotFoundException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public EndpointNotFoundException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>The other side broke the protocol, speaks another one, or has ended the session before this call.</summary>
/// <remarks>Thrown for a preamble that is refused (another encoding or mode), for records that do not fit, for statuses
/// of http that have no exception of their own, for a header that was not understood, and for a call on a session that
/// the service has ended. In the last case the call was not sent, and a retry by another channel may help.</remarks>
public class ProtocolException : CommunicationException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public ProtocolException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public ProtocolException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public ProtocolException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>A message is larger, deeper or longer than its quota. A retry does not help; raise the quota or send
/// less.</summary>
/// <remarks>It is thrown itself by <c>Message.CreateBufferedCopy</c>, and is else the inner exception of a
/// <see cref="CommunicationException"/>.</remarks>
public class QuotaExceededException : SystemException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public QuotaExceededException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public QuotaExceededException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public QuotaExceededException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>The service is over its limits. The operation has not run: a retry is safe, and may succeed
/// later.</summary>
/// <remarks>A service sends it when 1000 calls without a session wait already: over http as the status 503, with
/// streamed transfer as a framing fault.</remarks>
public class ServerTooBusyException : CommunicationException
{
    /// <summary>Creates an exception with a message of the runtime.</summary>
    public ServerTooBusyException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public ServerTooBusyException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public ServerTooBusyException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
