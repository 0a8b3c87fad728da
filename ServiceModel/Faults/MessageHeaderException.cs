namespace System.ServiceModel;

/// <summary>A header is missing, or there several times.</summary>
public class MessageHeaderException : ProtocolException
{
    public MessageHeaderException(string message)
        : base(message)
    {
    }

    public MessageHeaderException(string message, string headerName, string ns)
        : base(message)
    {
        HeaderName = headerName;
        HeaderNamespace = ns;
    }

    public MessageHeaderException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    public string? HeaderName { get; }

    public string? HeaderNamespace { get; }
}
