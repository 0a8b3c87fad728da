#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>The base class of the errors that the runtime reports to a service or a client.</summary>
/// <remarks>
/// Whether a retry helps depends on the derived class: <see cref="FabricTransientException"/> and those derived from it
/// say yes.
/// </remarks>
[Serializable]
public class FabricException : Exception
{
    /// <summary>Initializes a new instance of the <see cref="FabricException"/> class from serialized data.</summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricException(SerializationInfo info, StreamingContext context)
#pragma warning disable SYSLIB0051 // Service Fabric has it; classes derived from it chain to it.
        : base(info, context)
#pragma warning restore SYSLIB0051
    {
    }

    /// <summary>Initializes a new instance of the <see cref="FabricException"/> class from serialized data.</summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    /// <param name="errorCode">The code of the error.</param>
    protected FabricException(SerializationInfo info, StreamingContext context, FabricErrorCode errorCode)
        : this(info, context) => ErrorCode = errorCode;

    /// <summary>Initializes a new instance of the <see cref="FabricException"/> class.</summary>
    public FabricException()
    {
    }

    /// <summary>Initializes a new instance of the <see cref="FabricException"/> class with an error code.</summary>
    /// <param name="errorCode">The code of the error.</param>
    public FabricException(FabricErrorCode errorCode) => Set(errorCode);

    /// <summary>Initializes a new instance of the <see cref="FabricException"/> class with a message.</summary>
    /// <param name="message">What happened.</param>
    public FabricException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricException"/> class with a message and a cause.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricException(string message, Exception inner)
        : base(message, inner)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricException"/> class with a message and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricException(string message, FabricErrorCode errorCode)
        : base(message) => Set(errorCode);

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricException"/> class with a message, a cause and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="errorCode">The code of the error.</param>
    public FabricException(string message, Exception inner, FabricErrorCode errorCode)
        : base(message, inner) => Set(errorCode);

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricException"/> class with a message and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="hresult">The code of the error, as an HRESULT.</param>
    public FabricException(string message, int hresult)
        : base(message) => Set(unchecked((uint)hresult));

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricException"/> class with a message, a cause and an error code.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    /// <param name="hresult">The code of the error, as an HRESULT.</param>
    public FabricException(string message, Exception inner, int hresult)
        : base(message, inner) => Set(unchecked((uint)hresult));

    /// <summary>Gets the code of the error.</summary>
    /// <value>
    /// <see cref="FabricErrorCode.Unknown"/> unless a constructor was given another one. A public constructor sets
    /// <see cref="Exception.HResult"/> to the same value.
    /// </value>
    public FabricErrorCode ErrorCode { get; private set; }

    // The codes are HRESULTs, held in a long.
    private void Set(long errorCode)
    {
        HResult = unchecked((int)errorCode);
        ErrorCode = (FabricErrorCode)errorCode;
    }

    private void Set(FabricErrorCode errorCode)
    {
        ErrorCode = errorCode;
        if (errorCode != FabricErrorCode.Unknown)
            HResult = unchecked((int)errorCode);
    }
}
