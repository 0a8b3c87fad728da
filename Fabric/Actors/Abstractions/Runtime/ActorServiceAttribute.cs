#nullable disable

using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Names the service of an actor class. An actor class of several actor interfaces needs it.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ActorServiceAttribute : Attribute
{
    public ActorServiceAttribute()
    {
    }

    public string Name { get; set; }
}
