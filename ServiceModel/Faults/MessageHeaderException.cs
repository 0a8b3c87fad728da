namespace System.ServiceModel;

/// <summary>A header that was looked for is missing, or there several times.</summary>
public class MessageHeaderException : ProtocolException
{
    /// <summary>Creates an exception with a message.</summary>
    public MessageHeaderException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception about a header.</summary>
    /// <param name="message">What is wrong.</param>
    /// <param name="headerName">The name of the header.</param>
    /// <param name="ns">The namespace of the header.</param>
    public MessageHeaderException(string message, string headerName, string ns)
        : base(message)
    {
        HeaderName = headerName;
        HeaderNamespace = ns;
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public MessageHeaderException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Gets the name of the header; null if it was not given.</summary>
    public string? HeaderName { get; }

    /// <summary>Gets the namespace of the header; null if it was not given.</summary>
    public string? HeaderNamespace { get; }
}
