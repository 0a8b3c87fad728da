#nullable disable


namespace System.Fabric;

/// <summary>
/// The exception that is thrown when a message was not sent because its connection is closed. The remoting client
/// resolves the service again and retries.
/// </summary>
[Serializable]
public sealed class FabricCannotConnectException : FabricException
{
    /// <summary>Initializes a new instance of the <see cref="FabricCannotConnectException"/> class.</summary>
    public FabricCannotConnectException()
        : base()
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricCannotConnectException"/> class with a message.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricCannotConnectException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricCannotConnectException"/> class with a message, a cause and
    /// an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricCannotConnectException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }
}
