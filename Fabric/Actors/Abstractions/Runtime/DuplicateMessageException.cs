#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>The same message came again while its first copy is served. The first one answers.</summary>
[Serializable]
public sealed class DuplicateMessageException : FabricException
{
    public DuplicateMessageException()
    {
    }

    public DuplicateMessageException(string message)
        : base(message)
    {
    }

    public DuplicateMessageException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
