#nullable disable

using System;
using System.Linq;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Tells what a type is in the actor model.</summary>
public static class ActorTypeExtensions
{
    /// <summary>Gets the actor interfaces that a class implements.</summary>
    /// <param name="type">The class.</param>
    /// <returns>The interfaces that derive from <see cref="IActor"/> and, publishers of events apart, from nothing
    /// else; empty if there are none. <see cref="IActor"/> itself is not among them.</returns>
    public static Type[] GetActorInterfaces(this Type type) =>
        [.. type.GetInterfaces().Where(i => i.GetNonActorParentType() is null)];

    /// <summary>Gets the event interfaces that a class, or an actor interface, publishes.</summary>
    /// <param name="type">The class or the actor interface.</param>
    /// <returns>The type argument of each <see cref="IActorEventPublisher{TIActorEvents}"/>, each once; empty if there
    /// are none.</returns>
    public static Type[] GetActorEventInterfaces(this Type type) =>
    [
        .. type.GetActorInterfaces().Concat(type.IsActorInterface() ? [type] : []).SelectMany(i => i.GetInterfaces())
            .Where(IsPublisher).Select(p => p.GetGenericArguments()[0]).Distinct(),
    ];

    /// <summary>
    /// Determines whether a type is an interface that derives from <see cref="IActor"/> and, publishers of events
    /// apart, from nothing else.
    /// </summary>
    /// <param name="actorInterfaceType">The type.</param>
    /// <returns>True if it is an actor interface. Whether its methods can be called remotely is not checked.</returns>
    public static bool IsActorInterface(this Type actorInterfaceType) =>
        actorInterfaceType.IsInterface && actorInterfaceType.GetNonActorParentType() is null;

    /// <summary>Determines whether a type derives from <see cref="Actor"/>.</summary>
    /// <param name="actorType">The type.</param>
    /// <returns>True for a derived class, also an abstract one; false for <see cref="Actor"/> itself.</returns>
    public static bool IsActor(this Type actorType) => actorType.IsSubclassOf(typeof(Actor));

    /// <summary>
    /// Determines whether a type derives from <see cref="Actor"/> and implements <see cref="IRemindable"/>.
    /// </summary>
    /// <param name="actorType">The type.</param>
    /// <returns>True if its actors may register reminders.</returns>
    public static bool IsRemindableActor(this Type actorType) =>
        actorType.IsActor() && actorType.IsAssignableTo(typeof(IRemindable));

    /// <summary>
    /// Gets the first interface, of a type and what it derives from, that is no actor interface; null if all are.
    /// </summary>
    internal static Type GetNonActorParentType(this Type type)
    {
        var parents = type.GetInterfaces();
        return !parents.Contains(typeof(IActor)) ? type : parents
            .Where(p => p != typeof(IActor) && p != typeof(IActorEventPublisher) && !IsPublisher(p))
            .Select(GetNonActorParentType).FirstOrDefault(p => p is not null);
    }

    private static bool IsPublisher(Type type) =>
        type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IActorEventPublisher<>);
}
