#nullable disable

using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// Gives the service of an actor class a name. A class that implements several actor interfaces needs it.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ActorServiceAttribute : Attribute
{
    /// <summary>Initializes the attribute without a name, which is as none at all.</summary>
    public ActorServiceAttribute()
    {
    }

    /// <summary>
    /// Gets or sets the name of the service within its application. The names of its service type and its endpoints
    /// begin with it.
    /// </summary>
    /// <value>Null or empty for the name of the class, with the suffixes Actor, if it lacks that, and Service.</value>
    public string Name { get; set; }
}
