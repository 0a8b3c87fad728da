#nullable disable


namespace System.Fabric;

/// <summary>
/// The exception for an address that cannot be used. This runtime does not throw it. It is there so that a service that
/// handles it compiles.
/// </summary>
[Serializable]
public sealed class FabricInvalidAddressException : FabricException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidAddressException"/> class with the code
    /// <see cref="FabricErrorCode.InvalidAddress"/>.
    /// </summary>
    public FabricInvalidAddressException()
        : base(FabricErrorCode.InvalidAddress)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidAddressException"/> class with an error code.
    /// </summary>
    /// <param name="errorCode">The code of the error.</param>
    public FabricInvalidAddressException(FabricErrorCode errorCode)
        : base(errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidAddressException"/> class with a message and the code
    /// <see cref="FabricErrorCode.InvalidAddress"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricInvalidAddressException(string message)
        : base(message, FabricErrorCode.InvalidAddress)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidAddressException"/> class with a message, a cause and
    /// the code <see cref="FabricErrorCode.InvalidAddress"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricInvalidAddressException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.InvalidAddress)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidAddressException"/> class with a message, a cause and
    /// an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricInvalidAddressException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner, errorCode)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricInvalidAddressException"/> class with a message and an error
    /// code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricInvalidAddressException(string message, FabricErrorCode errorCode)
        : base(message, errorCode)
    {
    }
}
