#nullable disable

using System.Runtime.Serialization;

namespace System.Fabric;

/// <summary>The exception that is thrown when a replica may not answer a read now.</summary>
/// <remarks>
/// A primary may not while its lease has run out, or while it has yet to apply what earlier primaries committed. A
/// replica that is neither primary nor active secondary may not. A transaction may not when another primary has written
/// since it first read or wrote, and may not take an update lock unless it began on the primary. Repeat the work in a
/// new transaction; the remoting client retries on its own.
/// </remarks>
[Serializable]
public class FabricNotReadableException : FabricTransientException
{
    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotReadableException"/> class from serialized data.
    /// </summary>
    /// <param name="info">The serialized exception.</param>
    /// <param name="context">Where it comes from.</param>
    protected FabricNotReadableException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotReadableException"/> class with the code
    /// <see cref="FabricErrorCode.NotReadable"/>.
    /// </summary>
    public FabricNotReadableException()
        : base(FabricErrorCode.NotReadable)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotReadableException"/> class with a message and the code
    /// <see cref="FabricErrorCode.NotReadable"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricNotReadableException(string message)
        : base(message, FabricErrorCode.NotReadable)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricNotReadableException"/> class with a message, a cause and the
    /// code <see cref="FabricErrorCode.NotReadable"/>.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricNotReadableException(string message, Exception inner)
        : base(message, inner, FabricErrorCode.NotReadable)
    {
    }
}
