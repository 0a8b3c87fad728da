#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// The exception that is thrown when a call of one actor to another arrives again while its first copy still runs.
/// </summary>
/// <remarks>
/// A proxy handles it: it asks again until the first copy has ended, or the operation timeout has passed. Calls from
/// outside of actors cannot be recognized as copies; here such a copy waits for its turn and runs again.
/// </remarks>
[Serializable]
public sealed class DuplicateMessageException : FabricException
{
    /// <summary>Initializes a new instance with a default message.</summary>
    public DuplicateMessageException()
    {
    }

    /// <summary>Initializes a new instance with a message.</summary>
    /// <param name="message">The message.</param>
    public DuplicateMessageException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance with a message and its cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="inner">The cause.</param>
    public DuplicateMessageException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
