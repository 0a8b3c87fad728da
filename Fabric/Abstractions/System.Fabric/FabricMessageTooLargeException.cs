#nullable disable


namespace System.Fabric;

/// <summary>
/// The exception that is thrown when a remoting message has more than 256 headers, or headers that take more than 64
/// KiB with their names. A retry does not help.
/// </summary>
[Serializable]
public sealed class FabricMessageTooLargeException : FabricException
{
    /// <summary>Initializes a new instance of the <see cref="FabricMessageTooLargeException"/> class.</summary>
    public FabricMessageTooLargeException()
        : base()
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricMessageTooLargeException"/> class with a message.
    /// </summary>
    /// <param name="message">What happened.</param>
    public FabricMessageTooLargeException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="FabricMessageTooLargeException"/> class with a message and a cause.
    /// </summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that is the cause; null if there is none.</param>
    public FabricMessageTooLargeException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
